/** Which of the passed pages are counted and shown: pure, from the whole list and the state of the address bar. */
import type { PageResponse } from '#shared/api/pages.ts'

export const passedKindKeys = ['ok', 'redirects', 'titles', 'descriptions'] as const
export type PassedKind = (typeof passedKindKeys)[number]

export type PassedPage = Pick<
  PageResponse,
  'url' | 'statusCode' | 'finalStatusCode' | 'title' | 'metaDescription' | 'hops'
>

/** Statuses that say for good where a page has gone: search engines pass its standing on. */
const permanent: ReadonlySet<number> = new Set([301, 308])

const isOfKind: Record<PassedKind, (page: PassedPage) => boolean> = {
  ok: page => page.statusCode === 200,
  // One hop, permanent, ending in 200.
  redirects: ({ statusCode, finalStatusCode, hops }) =>
    hops.length === 1 && statusCode !== null && permanent.has(statusCode) && finalStatusCode === 200,
  titles: page => page.title !== null,
  descriptions: page => page.metaDescription !== null,
}

export function countPassed(pages: readonly PassedPage[]): Record<PassedKind, number> {
  const count = (kind: PassedKind) => pages.filter(isOfKind[kind]).length
  return {
    ok: count('ok'),
    redirects: count('redirects'),
    titles: count('titles'),
    descriptions: count('descriptions'),
  }
}

export interface PassedView {
  search: string
  /** null for all. */
  kind: PassedKind | null
}

export function visiblePassed<Page extends PassedPage>(pages: readonly Page[], { search, kind }: PassedView): Page[] {
  const needle = search.trim().toLowerCase()
  return pages.filter(page => (kind === null || isOfKind[kind](page)) && (needle === '' || holds(page, needle)))
}

function holds({ url, title }: PassedPage, needle: string): boolean {
  return url.toLowerCase().includes(needle) || (title ?? '').toLowerCase().includes(needle)
}

/** The kind that the address names, null for all. */
export function passedKind(text: string): PassedKind | null {
  return passedKindKeys.find(kind => kind === text) ?? null
}
