import type { PageFacts } from '#shared/facts.ts'

/** What extraction needs to know beside the bytes. */
export interface ExtractInput {
  url: string
  depth: number
  isSeed: boolean
  isPrivateHost: boolean
  status: number
  httpVersion: string
  headers: readonly (readonly [string, string])[]
  /** Content codings removed. */
  body: Uint8Array
  transferBytes: number
  isTruncated: boolean
  /** The answer broke off: what the body holds is not all of the page. */
  isCutOff?: true
  ttfbMs: number
  totalMs: number
  attempts: PageFacts['response']['attempts']
  /** Names of parameters that addresses of the page's site go without; none when left out. */
  dropParameters?: readonly string[]
}
