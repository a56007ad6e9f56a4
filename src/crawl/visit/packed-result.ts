import type { FoundUrl, PageOutcome } from '#shared/visit-result.ts'
import type { VisitResult } from './visit-job.ts'

/**
 * A result on its way from a page worker to the engine. The URLs of a page travel in two lists of plain values: as a list of objects,
 * to write and to read them would take four times as long, and half of what the whole message takes.
 */
export interface PackedResult extends Omit<VisitResult, 'outcome'> {
  outcome: Omit<PageOutcome, 'found'>
  urls: string[]
  /** Of each URL: its kinds, and in the lowest bit whether it is followed. */
  marks: number[]
}

export function packResult({ outcome: { found, ...outcome }, ...result }: VisitResult): PackedResult {
  return {
    ...result,
    outcome,
    urls: found.map(({ url }) => url),
    marks: found.map(({ kinds, isFollowed }) => kinds * 2 + (isFollowed ? 1 : 0)),
  }
}

export function unpackResult({ outcome, urls, marks, ...result }: PackedResult): VisitResult {
  const found = urls.map((url, index): FoundUrl => {
    const mark = marks[index] ?? 0
    return { url, kinds: mark >>> 1, isFollowed: (mark & 1) === 1 }
  })
  return { ...result, outcome: { ...outcome, found } }
}
