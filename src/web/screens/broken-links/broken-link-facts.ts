import * as z from 'zod/mini'
import type { IssueResponse } from '#shared/api/issues.ts'
import type { Arrangement } from '../../queries/arranged-export.ts'

/** Status code of the target: null without a response to any attempt, undefined when the issue is about something else. */
export function targetStatus({ details }: IssueResponse): number | null | undefined {
  if (details.statusCode !== undefined) return details.statusCode
  const attempts = details.evidence.flatMap(proof => (proof.kind === 'attempts' ? proof.attempts : []))
  return attempts.length > 0 && attempts.every(attempt => attempt.status === null) ? null : undefined
}

interface LinkPlace {
  text: string
  region: string
}

/** Text and page region of the first link to the target; null when the issue has no link places. */
export function firstPlace(issue: IssueResponse): LinkPlace | null {
  for (const evidence of issue.details.evidence) {
    const place = evidence.kind === 'places' ? evidence.places[0] : undefined
    if (place) return { text: place.text, region: place.region }
  }
  return null
}

/** What the order depends on. */
type RankedIssue = Pick<IssueResponse, 'referringSourceCount'> & {
  details: Pick<IssueResponse['details'], 'highPrioritySource'>
}

/** High-priority sources first, then by number of referring sources; otherwise the given order. */
export function sortBrokenLinks<Issue extends RankedIssue>(issues: readonly Issue[]): Issue[] {
  const isHigh = (issue: Issue): number => (issue.details.highPrioritySource ? 1 : 0)
  return [...issues].sort((a, b) => isHigh(b) - isHigh(a) || b.referringSourceCount - a.referringSourceCount)
}

const entrySchema = z.object({
  details: z.object({
    highPrioritySource: z.optional(z.boolean()),
    referringSources: z.optional(z.array(z.string())),
  }),
})

/** The order of this screen for its export. */
export const byImportance: Arrangement = {
  order: entries =>
    sortBrokenLinks(
      entries.map((entry, place) => {
        const { details } = entrySchema.parse(entry)
        return { place, details, referringSourceCount: details.referringSources?.length ?? 0 }
      }),
    ).map(({ place }) => place),
  view: { sort: 'importance' },
}
