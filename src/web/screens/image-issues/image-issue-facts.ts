import type { IssueResponse } from '#shared/api/issues.ts'

/** Types that the image screen asks for (specification, section 7). */
export const imageIssueTypes = ['image_issues', 'alt_tag_issues', 'missing_alt_tags'] as const

export type ImageEntry = NonNullable<IssueResponse['details']['imageData']>[number]

export interface ShownImage extends ImageEntry {
  /** What is wrong, for a person. */
  problem: string
  isBroken: boolean
  /** Not known to the screen when the check does not say: the attribute may be there. */
  altText: { kind: 'unknown' } | { kind: 'missing' } | { kind: 'empty' } | { kind: 'text'; text: string }
}

/** Beginnings of the checks' words that want a capital, or other words beside a picture. */
const problemWords = new Map([
  ['missing alt', 'Missing alt'],
  ['empty alt', 'Empty alt'],
  ['empty alt in a link', 'Empty alt in a link'],
  ['file name as alt', 'File name as alt'],
  ['no width and height', 'No width and height'],
  ['large', 'Large image'],
  ['broken', 'Broken image'],
])

/** The images of an issue, as the list shows them. */
export function shownImages({ details }: Pick<IssueResponse, 'details'>): ShownImage[] {
  return (details.imageData ?? []).map(entry => ({
    ...entry,
    problem: problemWords.get(entry.issue) ?? entry.issue,
    isBroken: entry.issue === 'broken',
    altText: altTextOf(entry),
  }))
}

function altTextOf({ issue, alt }: ImageEntry): ShownImage['altText'] {
  if (alt === undefined) return { kind: issue === 'missing alt' ? 'missing' : 'unknown' }
  return alt.trim() === '' ? { kind: 'empty' } : { kind: 'text', text: alt }
}

/**
 * An issue about missing alt texts is shown only when it counts some, on a page that has images (specification, section 4). All others
 * are.
 */
export function isShownIssue({ type, details }: Pick<IssueResponse, 'type' | 'details'>): boolean {
  if (type !== 'missing_alt_tags') return true
  const { missingAltTags = 0, emptyAltTags = 0, totalImages = 0 } = details
  return missingAltTags + emptyAltTags > 0 && totalImages > 0
}
