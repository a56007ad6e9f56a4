import { isTracking } from '#checks/urls/url-variant.ts'

/**
 * What the address of a page shows of the template that made it: `/products/*` for `/products/red-shoe`. The last part names the
 * page and is left open but for its ending; the parts before it name a section, unless they look like a name of one thing (a
 * number, a date, many words), too. Of a query only the names of its parameters count.
 */
export interface PathShape {
  /** Sections by name. */
  named: string
  /** The same with every section left open: for sites whose first part is a person, a shop or a product. */
  open: string
}

const MAX_PARTS = 6
const MAX_PARAMETERS = 4
/** Few letters in one or two words. */
const SECTION = /^[\p{L}]{1,24}(?:[-_][\p{L}]{1,24})?$/u
const ENDING = /\.[a-z][a-z\d]{0,7}$/i
const PARAMETER = /^[\w.[\]-]{1,24}$/

export function pathShape(url: string): PathShape {
  const { pathname, searchParams } = new URL(url)
  const parts = pathname
    .split('/')
    // Parameters of a part (RFC 3986, 3.3) carry ids of visits.
    .map(part => decoded(part.split(';', 1)[0] ?? ''))
    .filter(part => part !== '')
  const page = parts.pop()
  const sections = parts.slice(0, MAX_PARTS)
  const rest = parts.length > MAX_PARTS ? ['…'] : []
  const last = page === undefined ? [] : [`*${ENDING.exec(page)?.[0].toLowerCase() ?? ''}`]
  const query = queryShape(searchParams)
  const shape = (of: readonly string[]) => `/${[...of, ...rest, ...last].join('/')}${query}`
  return {
    named: shape(sections.map(part => (SECTION.test(part) ? part.toLowerCase() : '*'))),
    open: shape(sections.map(() => '*')),
  }
}

function queryShape(parameters: URLSearchParams): string {
  const names = new Set<string>()
  for (const name of parameters.keys()) {
    if (isTracking(name)) continue
    names.add(PARAMETER.test(name) ? name : '*')
    if (names.size > MAX_PARAMETERS) return '?…'
  }
  return names.size === 0 ? '' : `?${[...names].sort().join('&')}`
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
