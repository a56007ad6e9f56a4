const PATH_MARK = /\/(?:page|seite|pagina)[/-]?\d{1,5}(?=\/|$)/i
const pageParameters: ReadonlySet<string> = new Set(['page', 'paged', 'pg', 'pageno', 'page_no', 'pagenum'])
const NUMBER = /^\d{1,5}$/

interface ListAddress {
  /** Equal for all pages of one list. */
  key: string
  /** The address carries a page number; the first page of a list mostly carries none. */
  isNumbered: boolean
}

/** Which paginated list an address belongs to, by the usual marks: `/blog/page/3/`, `/blog/page-3`, `?page=3`. */
export function listAddress(url: string): ListAddress {
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

/** The page number in such an address; null when it carries none. */
export function listPageNumber(url: string): number | null {
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
 * Whether rel=next or rel=prev between two addresses can mean the pages of one list: they differ by numbers alone. Documentation
 * and blogs also chain their chapters and posts that way, and those are no copies of each other.
 */
export function mayBeOneList(a: string, b: string): boolean {
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
