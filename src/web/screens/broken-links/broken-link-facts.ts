import type { IssueResponse } from '#shared/api/issues.ts'

/** What the target answered: its status, null when every attempt went unanswered, undefined when that is not what is wrong. */
export function answeredStatus({ details }: IssueResponse): number | null | undefined {
  if (details.statusCode !== undefined) return details.statusCode
  const attempts = details.evidence.flatMap(proof => (proof.kind === 'attempts' ? proof.attempts : []))
  return attempts.length > 0 && attempts.every(attempt => attempt.status === null) ? null : undefined
}

interface LinkPlace {
  text: string
  region: string
}

/** Text and place of the first link that names the target, null when the issue does not say. */
export function firstPlace(issue: IssueResponse): LinkPlace | null {
  for (const evidence of issue.details.evidence) {
    const place = evidence.kind === 'places' ? evidence.places[0] : undefined
    if (place) return { text: place.text, region: place.region }
  }
  return null
}
