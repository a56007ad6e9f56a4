/** One page as a server sent it, with what a defect may change of it. */
export interface PageUnderTest {
  url: string
  html: string
  headers: [string, string][]
}

/** Markup right behind the first start tag of a kind; null where the page has none. */
export function behind(page: PageUnderTest, tag: 'head' | 'body', markup: string): PageUnderTest | null {
  const start = new RegExp(`<${tag}(?:\\s[^>]*)?>`, 'i').exec(page.html)
  if (!start) return null
  const at = start.index + start[0].length
  return { ...page, html: page.html.slice(0, at) + markup + page.html.slice(at) }
}

/** Markup at the end of the main part, or of the body; null where the end of the main part is not marked by a tag of its own. */
export function atEnd(page: PageUnderTest, markup: string): PageUnderTest | null {
  if (/\srole=["']?main\b/i.test(page.html) && !/<\/main>/i.test(page.html)) return null
  const ends = [/<\/main>/gi, /<\/body>/gi].flatMap(end => [...page.html.matchAll(end)].slice(-1))
  const [end] = ends
  return end ? { ...page, html: page.html.slice(0, end.index) + markup + page.html.slice(end.index) } : null
}

/** Without all that matches; null where nothing does. */
export function without(page: PageUnderTest, pattern: RegExp): PageUnderTest | null {
  const html = page.html.replaceAll(pattern, '')
  return html === page.html ? null : { ...page, html }
}

/** With another title; null where the page has none. */
export function withTitle(page: PageUnderTest, title: string): PageUnderTest | null {
  const html = page.html.replace(TITLE, () => `<title>${title}</title>`)
  return html === page.html ? null : { ...page, html }
}

/** Without its title; titles of drawings stay. */
export function withoutTitle(page: PageUnderTest): PageUnderTest | null {
  const html = page.html.replace(TITLE, '')
  return html === page.html ? null : { ...page, html }
}

/** With another description. */
export function withDescription(page: PageUnderTest, description: string): PageUnderTest | null {
  const bare = without(page, DESCRIPTION) ?? page
  return behind(bare, 'head', `<meta name="description" content="${description}">`)
}

/** With other attributes of the html tag. */
export function withLang(page: PageUnderTest, lang: string): PageUnderTest {
  return { ...page, html: page.html.replace(/<html[^>]*>/i, `<html${lang}>`) }
}

const TITLE = /<title[^>]*>[\s\S]*?<\/title>/i
export const DESCRIPTION = /<meta\s[^>]*name=["']?description\b[^>]*>/gi
export const CANONICAL = /<link\s[^>]*rel=["']?canonical\b[^>]*>/gi
export const VIEWPORT = /<meta\s[^>]*name=["']?viewport\b[^>]*>/gi
export const ROBOTS = /<meta\s[^>]*name=["']?(?:robots|googlebot)\b[^>]*>/gi
export const HREFLANG = /<link\s[^>]*hreflang=[^>]*>/gi
