import type { PeerCertificate } from '#shared/certificate.ts'
import type { FetchFailure } from '#shared/facts.ts'
import type { Hop } from '#shared/model.ts'

/**
 * The port of this part: one URL in, one FetchResult out. Connections, redirects, limits and the address guard live here, and
 * no other part opens a socket to the web. The web misbehaving is data, never an exception.
 */
export type FetchResult =
  | {
      kind: 'response'
      /** Address of the last answer. */
      url: string
      status: number
      httpVersion: string
      /** Lower-case names; a repeated header is repeated. */
      headers: [string, string][]
      hops: Hop[]
      timing: Timing
      /** Decoded body as far as the limits let it be read; empty when it was not asked for. */
      body: Uint8Array
      /** Bytes on the wire, as far as read. */
      transferBytes: number
      isTruncated: boolean
      /** Its content coding breaks off: what could be decoded is not all. */
      isCutOff?: true
      /** Of the server that gave the last answer, when it came over TLS. */
      certificate?: PeerCertificate
    }
  | {
      kind: 'failure'
      url: string
      reason: FetchFailure
      detail: string
      hops: Hop[]
      timing: Timing | null
      /** What had arrived when the answer broke off; absent when not even the headers were complete. */
      partial?: PartialResponse
      /** What failed with 'certificate'. */
      certificate?: PeerCertificate
    }

export interface PartialResponse {
  status: number
  httpVersion: string
  /** As in a response. */
  headers: [string, string][]
  /** Decoded as far as possible; empty when it was not asked for or cannot be decoded. */
  body: Uint8Array
  /** Bytes of the body on the wire. */
  transferBytes: number
}

/** Measured from sending the request of the last hop, without queueing and connecting. */
export interface Timing {
  ttfbMs: number
  totalMs: number
}

export interface FetchRequest {
  url: string
  method: 'GET' | 'HEAD'
  /**
   * 'all': read up to the page limit. 'own-html': read it only when the media type is HTML or absent and no redirect came
   * before; anything else is let go after the headers. 'none': headers, then at most `probeBodyBytes` are read, so that the
   * connection can be kept.
   */
  body: 'all' | 'own-html' | 'none'
  /** Decoded bytes that are read instead of the page limit. */
  maxBytes?: number
  /** Redirect hops that are followed; 0 answers the 3xx itself. */
  maxHops: number
  /** Asked before each hop; a refused one ends the fetch with failure 'robots'. */
  mayFollow?: (url: string) => boolean
  signal: AbortSignal
}

/** Fetches one URL. Never throws for what the web does; an aborted signal gives failure 'aborted'. */
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
  /** Bodies beyond a megabyte that are read at once; others wait at their first. */
  largeBodiesAtOnce: number
}

/** Which addresses may be reached (decisions.md, "Targets a crawl may reach"). */
export interface TargetPolicy {
  targets: 'public' | 'any'
  /** `host`, `host:port` or CIDR ranges that stay open under 'public'. */
  allow: readonly string[]
}
