/** What an llms.txt (llmstxt.org) holds: Markdown with a heading of the first level and lists of links. */
interface LlmsText {
  characters: number
  hasTitle: boolean
  totalLinks: number
  /** The first lines, cut. */
  start: string
  /** In order; addresses as written. */
  links: { line: number; href: string }[]
}

const MAX_LINES = 20_000
const MAX_LINE = 5_000
const MAX_LINKS = 2_000
const MAX_START = 500

/** `# Name`; underlined headings are as good. */
const TITLE = /^ {0,3}#(?:\s+\S|$)/
const UNDERLINE = /^ {0,3}=+\s*$/
/** `[text](address "title")`, `<address>` and bare addresses. */
const LINK =
  /\]\(\s*<?([^\s<>()]{1,2000}(?:\([^\s<>()]{0,200}\)[^\s<>()]{0,500})?)|(https?:\/\/[^\s<>()[\]"'`]{1,2000})/gi

/** Accepts any text. */
export function readLlmsText(source: string): LlmsText {
  const text = source.replace(/^\uFEFF/, '').trim()
  const links: LlmsText['links'] = []
  let hasTitle = false
  let totalLinks = 0
  const lead = source.slice(0, source.indexOf(text)).split('\n').length
  for (const [index, whole] of text.split(/\r\n|\r|\n/, MAX_LINES).entries()) {
    const line = whole.slice(0, MAX_LINE)
    hasTitle ||= TITLE.test(line) || (index > 0 && UNDERLINE.test(line))
    for (const [, inText, bare] of line.matchAll(LINK)) {
      totalLinks++
      if (links.length < MAX_LINKS) links.push({ line: lead + index, href: inText ?? bare ?? '' })
    }
  }
  return { characters: text.length, hasTitle, totalLinks, start: text.slice(0, MAX_START).toWellFormed(), links }
}
