import { prose } from './prose.ts'

/**
 * One URL of the demo site. A page declares the checks that it triggers; the golden test compares the report of a crawl with all
 * declarations.
 */
export interface SitePage {
  path: string
  status: number
  headers: Record<string, string>
  body: string | Uint8Array
  /** Ids of the checks with an issue at this page's URL. */
  trips: readonly string[]
}

export interface PageParts {
  path: string
  title?: string | null
  description?: string | null
  /** Text of the h1; null for none. */
  h1?: string | null
  lang?: string | null
  viewport?: string | null
  /** An absolute self-referencing canonical by default; a path changes it, null removes it. */
  canonical?: string | null
  robots?: string
  /** URL of the icon. */
  icon?: string
  /** More elements at the end of the head. */
  head?: string
  /** Elements at the start of the head, before title and description. */
  headStart?: string
  /** Instead of the prose. */
  main?: string
  /** After the prose, inside main. */
  extra?: string
  /** Links of the page to its neighbours; an empty list for none. */
  related?: readonly (readonly [string, string])[]
  /** No navigation, no footer. */
  isBare?: boolean
  /** Instead of the navigation and the footer of the bakery. */
  header?: string
  footer?: string
  seed?: string
  headers?: Record<string, string>
  trips?: readonly string[]
}

/** Replaced by the origin of the server when a page is sent. */
export const ORIGIN = 'http://origin.invalid'
/** Replaced by the origin of the second server, which stands for other sites. */
export const ELSEWHERE = 'http://elsewhere.invalid'

export const sections = [
  ['/breads/', 'Breads'],
  ['/titles/', 'Titles'],
  ['/descriptions/', 'Descriptions'],
  ['/headings/', 'Headings'],
  ['/images/', 'Images'],
  ['/links/', 'Links'],
  ['/redirects/', 'Redirects'],
  ['/duplicates/', 'Duplicates'],
  ['/indexing/', 'Indexing'],
  ['/languages/', 'Languages'],
  ['/content/', 'Content'],
  ['/devices/', 'Devices'],
] as const

const FOOTER = '<footer><p><a href="/">Tideline Bakery</a>, the demo site of Sitesounder.</p></footer>'
const HTML_TYPE = 'text/html; charset=utf-8'

const tag = (condition: string | null | undefined, html: (value: string) => string): string =>
  condition == null ? '' : html(condition)

/** A page without defects, except for the given parts. */
export function page(parts: PageParts): SitePage {
  const name = nameOf(parts.path)
  const title = parts.title === undefined ? `${name} – Tideline Bakery demo` : parts.title
  const description =
    parts.description === undefined
      ? `${name}: one page of the Tideline Bakery, a small made-up shop that shows what an audit finds.`
      : parts.description
  const h1 = parts.h1 === undefined ? name : parts.h1
  const canonical = parts.canonical === undefined ? parts.path : parts.canonical
  const lang = parts.lang === undefined ? 'en' : parts.lang
  const viewport = parts.viewport === undefined ? 'width=device-width, initial-scale=1' : parts.viewport
  const head = [
    '<meta charset="utf-8">',
    parts.headStart ?? '',
    tag(title, value => `<title>${value}</title>`),
    tag(description, value => `<meta name="description" content="${value}">`),
    tag(viewport, value => `<meta name="viewport" content="${value}">`),
    tag(parts.robots, value => `<meta name="robots" content="${value}">`),
    tag(canonical, value => `<link rel="canonical" href="${value.startsWith('http') ? value : ORIGIN + value}">`),
    `<link rel="icon" href="${parts.icon ?? '/icon.svg'}" type="image/svg+xml">`,
    '<link rel="stylesheet" href="/site.css">',
    parts.head ?? '',
  ]
  const html = [
    '<!doctype html>',
    `<html${tag(lang, value => ` lang="${value}"`)}>`,
    '<head>',
    ...head.filter(Boolean),
    '</head>',
    '<body>',
    parts.isBare ? '' : (parts.header ?? header()),
    '<main>',
    tag(h1, value => `<h1>${value}</h1>`),
    parts.main ??
      prose(parts.seed ?? parts.path)
        .map(text => `<p>${text}</p>`)
        .join('\n'),
    parts.extra ?? '',
    relatedLinks(parts.related ?? []),
    '</main>',
    parts.isBare ? '' : (parts.footer ?? FOOTER),
    '</body>',
    '</html>',
  ]
  return {
    path: parts.path,
    status: 200,
    headers: { 'content-type': HTML_TYPE, ...parts.headers },
    body: html.filter(Boolean).join('\n'),
    trips: parts.trips ?? [],
  }
}

function header(): string {
  const links = sections.map(([path, name]) => `<li><a href="${path}">${name}</a></li>`).join('')
  return `<header><nav aria-label="Main"><ul><li><a href="/">Home</a></li>${links}</ul></nav></header>`
}

function relatedLinks(links: readonly (readonly [string, string])[]): string {
  if (links.length === 0) return ''
  const items = links.map(([href, text]) => `<li><a href="${href}">${text}</a></li>`).join('\n')
  return `<ul>\n${items}\n</ul>`
}

/** "/titles/too-short" → "Titles: too short". */
export function nameOf(path: string): string {
  const words = (text: string) => decodeURIComponent(text).replaceAll(/[-_]/g, ' ')
  const [section = 'Home', leaf] = path.split('?', 1)[0]?.split('/').filter(Boolean) ?? []
  const capital = section.charAt(0).toUpperCase() + section.slice(1)
  return leaf ? `${capital}: ${words(leaf)}` : words(capital)
}

/**
 * A section: its start page lists all leaves, and each leaf names its neighbours, so that every leaf has two referring pages
 * or more.
 */
export function section(start: PageParts, leaves: readonly PageParts[]): SitePage[] {
  const entry = (leaf: PageParts) => [leaf.path, nameOf(leaf.path)] as const
  const neighbours = (index: number) => {
    const before = leaves[(index + leaves.length - 1) % leaves.length]
    const after = leaves[(index + 1) % leaves.length]
    return [before, after].flatMap(leaf => (leaf && leaf !== leaves[index] ? [entry(leaf)] : []))
  }
  return [
    page({ ...start, related: [...leaves.map(entry), ...(start.related ?? [])] }),
    ...leaves.map((leaf, index) => page({ ...leaf, related: leaf.related ?? neighbours(index) })),
  ]
}
