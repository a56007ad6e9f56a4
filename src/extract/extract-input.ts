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
  ttfbMs: number
  totalMs: number
  attempts: PageFacts['response']['attempts']
}
