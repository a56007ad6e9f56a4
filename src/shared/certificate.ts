/** What a server's certificate says of itself. Every text is the server's own: cut, never trusted. */
export interface CertificateFacts {
  /** Common name or organisation; '' when it has neither. */
  subject: string
  issuer: string
  /** Names and URLs it is made out for, the first MAX_CERTIFICATE_NAMES. */
  names: string[]
  totalNames: number
  /** Epoch milliseconds; null when the date cannot be read. */
  validFromMs: number | null
  validToMs: number | null
}

export type CertificateProblem = 'expired' | 'not-yet-valid' | 'other-name' | 'untrusted'

/** What was learned of a certificate while a connection was secured. */
export interface PeerCertificate {
  /** null: it is trusted. */
  problem: CertificateProblem | null
  /** null when it could not be read. */
  facts: CertificateFacts | null
}

export const MAX_CERTIFICATE_NAMES = 20

const days = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

/** The day in UTC: `1 February 2020`. */
export function dayWords(atMs: number): string {
  return days.format(atMs)
}
