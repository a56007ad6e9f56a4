import type { Argon2idCost } from '#accounts/password-hash.ts'
import type { AccessTest } from '#crawl/access/check-access.ts'
import type { CrawlControl } from '#crawl/control.ts'
import type { RobotsFile } from '#crawl/robots/robots-file.ts'
import type { SendMail } from '#monitoring/mail.ts'
import type { PageSpeedService } from '#pagespeed/page-speed.ts'
import type { Credentials } from '#shared/credentials.ts'
import type { CrawlRoute } from '#shared/outbound.ts'
import type { OwnershipProof } from '#shared/ownership.ts'
import type { Store } from '#store/store.ts'
import type { SecurityLog } from '../security-log.ts'
import type { ApiSettings } from '../settings.ts'

/** What handlers are made with. */
export interface RouteDeps {
  store: Store
  control: CrawlControl
  settings: ApiSettings
  /** Epoch milliseconds. */
  now: () => number
  /** Of a cryptographic generator. */
  randomBytes: (size: number) => Uint8Array
  /** Of new password hashes. */
  passwordCost: Argon2idCost
  /** When this process began to serve; epoch milliseconds. */
  startedMs: number
  /**
   * Prints a document by the browser of this machine.
   *
   * @throws AppError unavailable without one, with a sentence that says what to do.
   */
  printPdf: (document: PrintedDocument) => Promise<Uint8Array>
  /** Fetches a picture: by the rules for targets, without cookies, up to a size and a time. */
  fetchImage: (request: ImageRequest) => Promise<FetchedImage>
  /** robots.txt of an origin, by the rules for targets, up to a size and a time. */
  fetchRobots: (origin: string, signal: AbortSignal) => Promise<RobotsFile>
  /** Whether a website accepts credentials, by the rules for targets, up to a time. */
  testAccess: (
    request: { url: string; credentials: Credentials; route?: CrawlRoute },
    signal: AbortSignal,
  ) => Promise<AccessTest>
  /** The proofs that a website belongs to who has the token, by the rules for targets, up to a time. */
  findOwnershipProofs: (search: { url: string; token: string; signal: AbortSignal }) => Promise<OwnershipProof[]>
  /** Sends a mail; null where the operator has set no mail server. */
  sendMail: SendMail | null
  pageSpeed: Omit<PageSpeedService, keyof AsyncDisposable>
  /** Signing in, and changes of who may. */
  securityLog: SecurityLog
  /** What went wrong in this process, newest first. */
  recentErrors: () => readonly RecentError[]
}

export interface PrintedDocument {
  html: AsyncIterable<string>
  paper: 'A4' | 'Letter'
}

export interface ImageRequest {
  url: string
  obeysRobots: boolean
  /** Aborted when no request waits for it any more. */
  signal: AbortSignal
}

/** Whatever bytes are there, or why there are none: a sentence. */
export type FetchedImage = { ok: true; bytes: Uint8Array } | { ok: false; message: string }

interface RecentError {
  atMs: number
  event: string
  detail: string
}
