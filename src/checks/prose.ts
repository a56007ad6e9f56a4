import type { PageFacts } from '#shared/facts.ts'
import { MAX_CODE_RANGES } from '#shared/limits.ts'
import { snippet } from './evidence.ts'

/** A piece of visible text outside code, and where it stands. */
export interface ProsePiece {
  where: string
  text: string
}

/**
 * What a reader takes for words of the page: title, description, headings, link texts and the main text without its code
 * blocks. A page that explains a template language or an error message shows it in code.
 */
export function prosePieces(page: PageFacts): ProsePiece[] {
  return [
    { where: 'Title', text: page.title },
    { where: 'Meta description', text: page.metaDescription },
    ...page.headings
      .filter(heading => !heading.isHidden)
      .map(heading => ({ where: `Heading, ${heading.path}`, text: heading.text })),
    { where: 'Main text', text: mainProse(page) },
  ]
}

/** Several checks read it of one page after the other. */
const knownProse = new WeakMap<PageFacts['content'], string>()

/** Main text without code; a line end stands where code was cut out, and nowhere else. */
export function mainProse({ content }: PageFacts): string {
  const known = knownProse.get(content)
  if (known !== undefined) return known
  const prose = withoutCode(content)
  knownProse.set(content, prose)
  return prose
}

function withoutCode(content: PageFacts['content']): string {
  if (content.codeRanges.length === 0) return content.mainText
  const pieces: string[] = []
  let at = 0
  for (const [start, end] of content.codeRanges) {
    pieces.push(content.mainText.slice(at, start))
    at = end
  }
  // Beyond the cap of ranges nothing tells code from words.
  if (content.codeRanges.length < MAX_CODE_RANGES) pieces.push(content.mainText.slice(at))
  return pieces.join('\n')
}

export interface ProseMatch {
  where: string
  match: string
  snippet: string
}

/** What to look for. Every match contains one of the strings of `needs`, which are found much faster; none given: it is looked for anyway. */
export interface ProsePattern {
  pattern: RegExp
  needs?: readonly string[]
}

/** The first match of each pattern in each piece, in the order of the pieces. Patterns must be linear in the text. */
export function findInProse(pieces: readonly ProsePiece[], patterns: readonly ProsePattern[]): ProseMatch[] {
  const found: ProseMatch[] = []
  for (const { where, text } of pieces)
    for (const each of patterns) {
      const match = firstMatch(each, text)
      if (match) found.push({ where, match: match[0], snippet: snippet(text, match.index) })
    }
  return found
}

function firstMatch({ pattern, needs }: ProsePattern, text: string): RegExpExecArray | null {
  return needs && !needs.some(each => text.includes(each)) ? null : pattern.exec(text)
}
