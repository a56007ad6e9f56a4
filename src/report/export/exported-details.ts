import * as z from 'zod/mini'
import { evidenceSchema, issueDetailsSchema } from '#shared/api/issues.ts'
import type { Evidence, IssueDetails } from '#shared/model.ts'

/**
 * Details of an issue with the affected pages last, where more may follow. The stable form has no times and durations, so that two crawls
 * of the same site compare byte for byte.
 */
export function exportedDetails({ affectedUrls, ...details }: IssueDetails, isStable: boolean) {
  return {
    ...details,
    ...(isStable && { evidence: details.evidence.map(stableEvidence) }),
    ...(affectedUrls && { affectedUrls }),
  }
}

function stableEvidence(evidence: Evidence) {
  if (evidence.kind === 'hops') return { ...evidence, hops: evidence.hops.map(stableHop) }
  if (evidence.kind === 'attempts')
    return { ...evidence, attempts: evidence.attempts.map(({ atMs: _, ...rest }) => rest) }
  return evidence
}

export function stableHop({
  elapsedMs: _,
  ...hop
}: {
  elapsedMs: number
  url: string
  status: number
  location: string
}) {
  return hop
}

const [text, code, url, urls, hops, attempts, places, table] = evidenceSchema.def.options
const { hops: hopList } = hops.shape
const { attempts: attemptList } = attempts.shape

/** Redirects with or without their durations. */
export const exportedHopsSchema = z.array(z.partial(hopList.def.element, { elapsedMs: true }))

const exportedEvidenceSchema = z.discriminatedUnion('kind', [
  text,
  code,
  url,
  urls,
  z.extend(hops, { hops: exportedHopsSchema }),
  z.extend(attempts, { attempts: z.array(z.partial(attemptList.def.element, { atMs: true })) }),
  places,
  table,
])

/** Details as either form holds them, with the names of causes, by which reports are compared. */
export const exportedDetailsSchema = z.extend(issueDetailsSchema, {
  causeKeys: z.optional(z.array(z.int())),
  evidence: z.array(exportedEvidenceSchema),
})
