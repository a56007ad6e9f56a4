/** The help as data, so that it can be searched and rendered. */
import type { Severity } from '#shared/model.ts'

/** Plain text; `code` stands between backticks, a link is written [text](URL). */
export type HelpText = string

export type HelpBlock =
  | { kind: 'text'; text: HelpText }
  | { kind: 'list'; items: readonly HelpText[] }
  | { kind: 'steps'; items: readonly HelpText[] }
  | { kind: 'terms'; terms: readonly (readonly [term: HelpText, meaning: HelpText])[] }
  | { kind: 'table'; label: string; columns: readonly string[]; rows: readonly (readonly HelpText[])[] }
  | { kind: 'bands'; bands: readonly Band[] }
  | { kind: 'severities'; meanings: readonly (readonly [severity: Severity, meaning: HelpText])[] }
  | { kind: 'command'; text: string }
  /** The list of checks from the server. */
  | { kind: 'checks' }

export interface Band {
  tone: 'success' | 'warning' | 'error' | 'neutral'
  name: string
  meaning: HelpText
}

export interface HelpSection {
  /** Id of the element, for URLs such as /help#severities. */
  id: string
  title: string
  blocks: readonly HelpBlock[]
}

/** A piece of a text. */
export type Piece = { kind: 'plain' | 'code'; text: string } | { kind: 'link'; text: string; href: string }

const MARKS = /`([^`]+)`|\[([^\]]+)\]\(([^)]+)\)/g

/** Splits a text into plain text, code and links. */
export function piecesOf(text: HelpText): Piece[] {
  const pieces: Piece[] = []
  let end = 0
  for (const match of text.matchAll(MARKS)) {
    if (match.index > end) pieces.push({ kind: 'plain', text: text.slice(end, match.index) })
    const [whole, code, words = '', href = ''] = match
    pieces.push(code === undefined ? { kind: 'link', text: words, href } : { kind: 'code', text: code })
    end = match.index + whole.length
  }
  if (end < text.length) pieces.push({ kind: 'plain', text: text.slice(end) })
  return pieces
}

export function plainTextOf(text: HelpText): string {
  return piecesOf(text)
    .map(piece => piece.text)
    .join('')
}

/** The whole text of a section, for the search. */
export function sectionText({ title, blocks }: HelpSection): string {
  return [title, ...blocks.flatMap(blockTexts)].map(plainTextOf).join(' ')
}

function blockTexts(block: HelpBlock): readonly string[] {
  switch (block.kind) {
    case 'text':
    case 'command':
      return [block.text]
    case 'list':
    case 'steps':
      return block.items
    case 'terms':
      return block.terms.flat()
    case 'table':
      return [...block.columns, ...block.rows.flat()]
    case 'bands':
      return block.bands.flatMap(({ name, meaning }) => [name, meaning])
    case 'severities':
      return block.meanings.flat()
    case 'checks':
      return []
  }
}
