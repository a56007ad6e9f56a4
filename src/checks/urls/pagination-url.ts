const PATH_MARK = /\/(?:page|seite|pagina)[/-]?\d{1,5}(?=\/|$)/i
const pageParameters: ReadonlySet<string> = new Set(['page', 'paged', 'pg', 'pageno', 'page_no', 'pagenum'])
const NUMBER = /^\d{1,5}$/

interface PaginationUrl {
  /** Equal for all pages of one list. */
  key: string
  /** The URL has a page number; the first page of a list usually has none. */
  isNumbered: boolean
}

/** The paginated list that a URL belongs to, by the usual patterns: `/blog/page/3/`, `/blog/page-3`, `?page=3`. */
export function paginationUrl(url: string): PaginationUrl {
  const parsed = URL.parse(url)
  if (!parsed) return { key: url, isNumbered: false }
  const path = parsed.pathname.replace(PATH_MARK, '')
  const directory = path.endsWith('/') ? path.slice(0, -1) : path
  const parameters = [...parsed.searchParams]
  const kept = parameters.filter(([name, value]) => !isPageNumber(name, value))
  return {
    key: `${parsed.origin}${directory}?${kept.map(pair => pair.join('=')).join('&')}`,
    isNumbered: path !== parsed.pathname || kept.length < parameters.length,
  }
}

/** The page number in such a URL; null without one. */
export function pageNumberOf(url: string): number | null {
  const parsed = URL.parse(url)
  if (!parsed) return null
  const inPath = PATH_MARK.exec(parsed.pathname)?.[0]
  const inQuery = [...parsed.searchParams].find(([name, value]) => isPageNumber(name, value))?.[1]
  const digits = inQuery ?? inPath?.match(/\d+$/)?.[0]
  return digits === undefined ? null : Number(digits)
}

function isPageNumber(name: string, value: string): boolean {
  return pageParameters.has(name.toLowerCase()) && NUMBER.test(value)
}

/**
 * Whether rel=next or rel=prev between two URLs can mean pages of one list: they differ only in numbers. Documentation and blogs
 * also link chapters and posts with them, which are not copies of each other.
 */
export function maybeSamePagination(a: string, b: string): boolean {
  return withoutNumbers(a) === withoutNumbers(b)
}

/** `/news/`, `/news/2/`, `/news-3` and `/news?start=20` have one form. */
function withoutNumbers(url: string): string {
  const parsed = URL.parse(url)
  if (!parsed) return url
  const path = parsed.pathname.replace(PATH_MARK, '').replace(NUMBER_IN_PATH, '')
  const kept = [...parsed.searchParams].filter(([, value]) => !/^\d{1,9}$/.test(value))
  return `${parsed.origin}${path.endsWith('/') ? path.slice(0, -1) : path}?${kept.map(pair => pair.join('=')).join('&')}`
}

/** A run of digits with the mark before it: `/2`, `-2`, `_2`. */
const NUMBER_IN_PATH = /[/_.-]?\d{1,9}(?=[/.]|$)/g
