import type { PeerCertificate } from '#shared/certificate.ts'
import type { FetchFailure } from '#shared/fetch-failures.ts'
import type { Hop } from '#shared/model.ts'
import type { CrawlRoute, Outbound } from '#shared/outbound.ts'
import type { RequestAccess } from './access/request-access.ts'
import type { CodedBody } from './content-coding.ts'

/**
 * The types of fetching: one URL in, one FetchResult out. Failures of the web are values, never exceptions.
 */
export type FetchResult =
  | {
      kind: 'response'
      /** URL of the last response. */
      url: string
      status: number
      httpVersion: string
      /** Lower-case names; a repeated header is repeated. */
      headers: [string, string][]
      hops: Hop[]
      timing: Timing
      /** Decoded body up to the limits; empty when it was not requested. */
      body: Uint8Array
      /** The body as it arrived, where it is coded and complete, and no larger than a megabyte when it is decoded. */
      coded?: CodedBody
      /** Bytes read from the wire. */
      transferBytes: number
      isTruncated: boolean
      /** Its content coding breaks off: the body is incomplete. */
      isCutOff?: true
      /** Of the server of the last response, over TLS. */
      certificate?: PeerCertificate
    }
  | {
      kind: 'failure'
      url: string
      reason: FetchFailure
      detail: string
      hops: Hop[]
      timing: Timing | null
      /** What had arrived when the response broke off; absent when the headers were incomplete. */
      partial?: PartialResponse
      /** Of a failure 'certificate'. */
      certificate?: PeerCertificate
    }

export interface PartialResponse {
  status: number
  httpVersion: string
  /** As in a response. */
  headers: [string, string][]
  /** Decoded as far as possible; empty when it was not requested or cannot be decoded. */
  body: Uint8Array
  /** Bytes of the body on the wire. */
  transferBytes: number
}

/** Measured from sending the request of the last hop, without queueing and connecting. */
export interface Timing {
  ttfbMs: number
  totalMs: number
}

/** A response to a request without cookies, as far as it does not depend on the body. */
export type KnownResponse = Pick<
  Extract<FetchResult, { kind: 'response' }>,
  'status' | 'httpVersion' | 'headers' | 'timing'
>

/** What fetches of one crawl know of redirects and of what they lead to. */
export interface SharedResponses {
  /** The response of this URL; null when it is to be requested, and passed to `learn`. Others that need it wait until then. */
  recall(url: string): Promise<KnownResponse | null>
  /** null: a response that others cannot use. */
  learn(url: string, response: KnownResponse | null): void
}

/** Why a redirect is not followed: robots.txt disallows its target, or the crawl excludes it. */
export type HopRefusal = 'robots' | 'excluded'

export interface FetchRequest {
  url: string
  /** POST sends `form`, and is not followed by redirects: with `maxHops` 0 alone. */
  method: 'GET' | 'HEAD' | 'POST'
  /** The entries of a form, encoded as `application/x-www-form-urlencoded`. */
  form?: string | undefined
  /**
   * 'all': read up to the page limit. 'own-html': read it only when the media type is HTML or absent and no redirect came
   * before; other bodies are discarded after the headers. 'none': headers, then at most `probeBodyBytes` are read, so that the
   * connection can be kept.
   */
  body: 'all' | 'own-html' | 'none'
  /** Limit of decoded bytes in place of the page limit. */
  maxBytes?: number
  /** Redirect hops that are followed; with 0 the 3xx response is the result. */
  maxHops: number
  /** Called before each hop; a reason ends the fetch. */
  refusesHop?: (url: string) => HopRefusal | null
  /** For each hop to which no cookies are sent; absent: each is requested. Not where the body behind a redirect is read. */
  shared?: SharedResponses | undefined
  /** The User-Agent header for a URL, of each hop; null for the usual one, which all have when it is absent. */
  userAgentFor?: ((url: string) => string | null) | undefined
  /** Conditional headers of the request for `url` itself, not of hops. */
  conditions?: readonly [string, string][] | undefined
  /** Credentials of the crawl; each hop gets those of its own origin, or none. */
  access?: RequestAccess | null | undefined
  /**
   * Called when a body beyond a megabyte has arrived: no other may take its place in memory until `release` is called, for which the
   * caller may wait. Absent: the caller reads the body at once.
   */
  onLargeBody?: ((release: () => void) => void) | undefined
  /** How the requests of the crawl leave this machine; as all others when absent. */
  route?: CrawlRoute | undefined
  signal: AbortSignal
}

/** Fetches one URL. Never throws for failures of the web; an aborted signal gives failure 'aborted'. */
export interface Fetcher extends AsyncDisposable {
  fetch(request: FetchRequest): Promise<FetchResult>
}

export interface FetchLimits {
  userAgent: string
  connectTimeoutMs: number
  firstByteTimeoutMs: number
  totalTimeoutMs: number
  maxBodyBytes: number
  probeBodyBytes: number
  maxHeaderBytes: number
  connectionsPerHost: number
  /** Bodies beyond a megabyte that are read at once; others pause at their first megabyte. */
  largeBodiesAtOnce: number
}

/** Which IP addresses may be reached, and how. */
export interface TargetPolicy {
  targets: 'public' | 'any'
  /** `host`, `host:port` or CIDR ranges that stay open under 'public'. */
  allow: readonly string[]
  /** How requests leave this machine; directly when absent. */
  outbound?: Outbound
}
