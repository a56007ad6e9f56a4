import { isTracking } from '#checks/urls/url-variant.ts'
import type { PageSummary } from '#shared/site-facts.ts'
import { percentDecoded } from '#shared/url.ts'

/**
 * Counts pages by the template that made them. Keeps nothing of a page but the count of its group, and the groups are bounded,
 * too. URLs show the template by their shape, documents by their fingerprint; the home page is a group of its own. Sections that
 * differ in their names alone become one group once there are many of them.
 */
export class TemplateGroups {
  readonly #homeUrl: string | null
  readonly #limits: GroupLimits
  readonly #groups = new Map<string, TemplateGroup>()
  /** Groups by their open shape: how many sections have come together under it. */
  readonly #sections = new Map<string, TemplateGroup[]>()

  constructor(homeUrl: string | null, limits: GroupLimits = GROUP_LIMITS) {
    this.#homeUrl = homeUrl
    this.#limits = limits
  }

  count(page: PageLike): void {
    const keys = this.#keysOf(page)
    const known = this.#groups.get(keys.named) ?? this.#newGroup(keys, page)
    known.pages++
  }

  /** The home page first, then the largest; in a stable order. */
  ordered(): TemplateGroup[] {
    for (const [key, sections] of this.#sections)
      if (sections.length > this.#limits.sections) this.#merge(key, sections)
    this.#sections.clear()
    return [...new Set(this.#groups.values())].sort(
      (a, b) =>
        Number(b.isHome) - Number(a.isHome) || b.pages - a.pages || compare(a.name, b.name) || compare(a.key, b.key),
    )
  }

  /** The group in which the page was counted. */
  of(page: PageLike): TemplateGroup | undefined {
    const { named, open } = this.#keysOf(page)
    return this.#groups.get(named) ?? this.#groups.get(open) ?? this.#groups.get(REST)
  }

  #keysOf({ url, template }: PageLike): Keys {
    if (url === this.#homeUrl) return { named: HOME, open: HOME, name: new URL(url).pathname, openName: '' }
    const shape = pathShape(url)
    const key = (of: string) => `${of} ${template}`
    return { named: key(shape.named), open: key(shape.open), name: shape.named, openName: shape.open }
  }

  #newGroup({ named, open, name, openName }: Keys, page: PageLike): TemplateGroup {
    const isHome = named === HOME
    if (isHome || this.#groups.size < this.#limits.named) {
      const group = this.#add(named, { name, isHome, exampleUrl: page.url })
      if (!isHome && named !== open) {
        const sections = this.#sections.get(open)
        if (sections) sections.push(group)
        else this.#sections.set(open, [group])
      }
      return group
    }
    const known = this.#groups.get(open)
    if (known) return known
    if (this.#groups.size < this.#limits.all) return this.#add(open, { name: openName, isHome, exampleUrl: page.url })
    return this.#groups.get(REST) ?? this.#add(REST, { name: '…', isHome, exampleUrl: page.url })
  }

  #add(key: string, of: Pick<TemplateGroup, 'name' | 'isHome' | 'exampleUrl'>): TemplateGroup {
    const group = { ...of, key, pages: 0 }
    this.#groups.set(key, group)
    return group
  }

  #merge(openKey: string, sections: readonly TemplateGroup[]): void {
    const [first] = sections
    if (!first) return
    const merged = this.#groups.get(openKey) ?? this.#add(openKey, { ...first, name: pathShape(first.exampleUrl).open })
    for (const section of sections) {
      merged.pages += section.pages
      this.#groups.set(section.key, merged)
    }
  }
}

type PageLike = Pick<PageSummary, 'url' | 'template'>

export interface TemplateGroup {
  key: string
  name: string
  isHome: boolean
  /** The first page of the group. */
  exampleUrl: string
  pages: number
}

export interface GroupLimits {
  /** Sections that differ in their names alone; more of them are one group. */
  sections: number
  /** Groups with sections by name; later ones are distinguished by their open shape. */
  named: number
  /** Groups of both kinds; what comes later is counted together. */
  all: number
}

/** Each group is some hundred bytes. */
const GROUP_LIMITS: GroupLimits = { sections: 12, named: 5_000, all: 10_000 }

interface Keys {
  named: string
  open: string
  name: string
  openName: string
}

/** No shape of a URL begins with these. */
const HOME = 'home'
const REST = 'rest'

function compare(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/**
 * The shape of a URL shows the template: `/products/*` for `/products/red-shoe`. The last part names the page and is left open
 * but for its extension. The parts before it name a section, unless they look like the name of one thing (a number, a date, many
 * words). Of a query only the names of its parameters count.
 */
interface PathShape {
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
    .map(part => percentDecoded(part.split(';', 1)[0] ?? ''))
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
