import type { IssueResponse } from '#shared/api/issues.ts'

/** The issue types of the image screen. */
export const imageIssueTypes = ['image_issues', 'alt_tag_issues', 'missing_alt_tags'] as const

export type ImageEntry = NonNullable<IssueResponse['details']['imageData']>[number]

export interface ShownImage extends ImageEntry {
  /** The problem as a label. */
  problem: string
  isBroken: boolean
  /** unknown: the check does not report the alt text. */
  altText: { kind: 'unknown' } | { kind: 'missing' } | { kind: 'empty' } | { kind: 'text'; text: string }
}

/** Labels of the problems that checks report. */
const problemLabels = new Map([
  ['missing alt', 'Missing alt'],
  ['empty alt', 'Empty alt'],
  ['empty alt in a link', 'Empty alt in a link'],
  ['file name as alt', 'File name as alt'],
  ['no width and height', 'No width and height'],
  ['large', 'Large image'],
  ['broken', 'Broken image'],
])

/** The images of an issue with labels and alt texts. */
export function shownImages({ details }: Pick<IssueResponse, 'details'>): ShownImage[] {
  return (details.imageData ?? []).map(entry => ({
    ...entry,
    problem: problemLabels.get(entry.issue) ?? entry.issue,
    isBroken: entry.issue === 'broken',
    altText: altTextOf(entry),
  }))
}

function altTextOf({ issue, alt }: ImageEntry): ShownImage['altText'] {
  if (alt === undefined) return { kind: issue === 'missing alt' ? 'missing' : 'unknown' }
  return alt.trim() === '' ? { kind: 'empty' } : { kind: 'text', text: alt }
}

/** False for an issue about missing alt texts without any, or on a page without images. An image that many pages share has no counts. */
export function isShownIssue({ type, details }: Pick<IssueResponse, 'type' | 'details'>): boolean {
  if (type !== 'missing_alt_tags') return true
  const { missingAltTags = 0, emptyAltTags = 0, totalImages, imageData = [] } = details
  if (totalImages === undefined) return imageData.length > 0
  return missingAltTags + emptyAltTags > 0 && totalImages > 0
}
