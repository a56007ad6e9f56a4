/** What is known of a request before its handler is chosen. */
export interface Known {
  Variables: {
    /** Where it comes from: an IPv4 address or the /64 of an IPv6 address. */
    network: string
  }
}
