import type { PageFacts } from '#shared/facts.ts'
import { MAX_CODE_RANGES } from '#shared/limits.ts'
import { remembered } from '#shared/remembered.ts'
import type { ElementIdentity } from '../cause-key.ts'
import { snippet } from '../evidence.ts'

/** A piece of visible text outside code, and where it stands. */
export interface ProsePiece {
  where: string
  text: string
}

/**
 * What a reader takes for words of the page: title, description, headings, link texts and the main text without its code
 * blocks. A page that explains a template language or an error message shows it in code.
 */
export const prosePieces = remembered((page: PageFacts): readonly ProsePiece[] => {
  const pieces: ProsePiece[] = [
    { where: 'Title', text: page.title },
    { where: 'Meta description', text: page.metaDescription },
  ]
  for (const { path, text, isHidden } of page.headings) if (!isHidden) pieces.push({ where: `Heading, ${path}`, text })
  pieces.push(mainPiece(page))
  return pieces
})

/** Main text without code: a line for each block, and a line end where code was cut out. */
export function mainPiece({ content }: Pick<PageFacts, 'content'>): ProsePiece {
  return pieceOf(content)
}

const pieceOf = remembered((content: PageFacts['content']): ProsePiece => {
  return { where: 'Main text', text: withoutCode(content) }
})

function withoutCode(content: PageFacts['content']): string {
  if (content.codeRanges.length === 0) return content.mainText
  const pieces: string[] = []
  let at = 0
  for (const [start, end] of content.codeRanges) {
    pieces.push(content.mainText.slice(at, start))
    at = end
  }
  // Beyond the cap of ranges, code cannot be distinguished from words.
  if (content.codeRanges.length < MAX_CODE_RANGES) pieces.push(content.mainText.slice(at))
  return pieces.join('\n')
}

export interface ProseMatch {
  where: string
  match: string
  snippet: string
}

/** What is shown, and where; the text around it is that of the page. */
export function proseIdentity({ where, match }: ProseMatch): ElementIdentity {
  return { tag: match, path: where }
}

/**
 * What to look for. Every match contains one of the strings of `needs`, which are found much faster; none given: it is looked for
 * anyway.
 */
export interface ProsePattern {
  pattern: RegExp
  needs?: readonly string[]
}

/** The first match of each pattern in each piece, in the order of the pieces. Patterns must be linear in the text. */
export function findInProse(pieces: readonly ProsePiece[], patterns: readonly ProsePattern[]): ProseMatch[] {
  const found: ProseMatch[] = []
  for (const piece of pieces)
    for (const pattern of patterns) {
      const match = firstInProse(piece, pattern)
      if (match) found.push(match)
    }
  return found
}

/** The first match of a pattern in a piece; null when there is none. */
export function firstInProse({ where, text }: ProsePiece, { pattern, needs }: ProsePattern): ProseMatch | null {
  const match = needs && !includesOne(text, needs) ? null : pattern.exec(text)
  return match && { where, match: match[0], snippet: snippet(text, match.index) }
}

function includesOne(text: string, needs: readonly string[]): boolean {
  for (const each of needs) if (text.includes(each)) return true
  return false
}
