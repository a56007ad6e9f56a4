/** Owners: anonymous visitors, known by the SHA-256 (hex) of their cookie's secret. */
export interface VisitorStore {
  /** The owner's id, and the time of the last request is renewed at most once a minute. */
  findOwner(cookieHash: string, nowMs: number): Promise<number | null>
  createOwner(cookieHash: string, nowMs: number): Promise<number>
}
