/** Names of the codings in an Accept-Encoding header that the client does not rule out (RFC 9110 §12.5.3), in lower case. */
export function acceptedCodings(acceptEncoding: string): ReadonlySet<string> {
  const named = acceptEncoding
    .toLowerCase()
    .split(',')
    .map(part => part.split(';').map(each => each.trim()))
    .filter(([, weight = '']) => !/^q=0(?:\.0*)?$/.test(weight))
  return new Set(named.map(([name = '']) => name))
}
