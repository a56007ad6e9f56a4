import { TAG_COUNT, type TagName, tagNumber } from './tags.ts'

/** The kind of the current token. Texts are split into runs of one kind. */
export type TokenKind = 'start tag' | 'end tag' | 'characters' | 'white space' | 'NUL' | 'end'

/** Applies a rule of the standard to the current token. */
export type Rule<Builder> = (builder: Builder) => void

/** An insertion mode (HTML standard, 13.2.6.4). */
export interface InsertionMode<Builder> {
  startTag: Rule<Builder>
  endTag: Rule<Builder>
  characters: Rule<Builder>
  whitespace: Rule<Builder>
  nul: Rule<Builder>
  end: Rule<Builder>
  /** For modes that treat all characters alike, so that a text need not be split. */
  wholeText: Rule<Builder> | null
  /** Called before a comment or a document type; neither is in the tree. */
  beforeOther: Rule<Builder>
}

/** The modes by name, and the rules for foreign content (13.2.6.5). */
export interface InsertionModes<Builder> {
  initial: InsertionMode<Builder>
  beforeHtml: InsertionMode<Builder>
  beforeHead: InsertionMode<Builder>
  inHead: InsertionMode<Builder>
  inHeadNoscript: InsertionMode<Builder>
  afterHead: InsertionMode<Builder>
  inBody: InsertionMode<Builder>
  text: InsertionMode<Builder>
  inTable: InsertionMode<Builder>
  inTableText: InsertionMode<Builder>
  inCaption: InsertionMode<Builder>
  inColumnGroup: InsertionMode<Builder>
  inTableBody: InsertionMode<Builder>
  inRow: InsertionMode<Builder>
  inCell: InsertionMode<Builder>
  inSelect: InsertionMode<Builder>
  inSelectInTable: InsertionMode<Builder>
  inTemplate: InsertionMode<Builder>
  afterBody: InsertionMode<Builder>
  inFrameset: InsertionMode<Builder>
  afterFrameset: InsertionMode<Builder>
  afterAfterBody: InsertionMode<Builder>
  afterAfterFrameset: InsertionMode<Builder>
  foreign: Pick<InsertionMode<Builder>, 'startTag' | 'endTag'>
}

/** A rule that picks one by the name of the tag, or `other`. */
export function byTag<Builder extends { token: { tag: number } }>(
  other: Rule<Builder>,
  ...named: readonly (readonly [readonly TagName[], Rule<Builder>])[]
): Rule<Builder> {
  const rules: Rule<Builder>[] = new Array<Rule<Builder>>(TAG_COUNT).fill(other)
  for (const [names, rule] of named) for (const name of names) rules[tagNumber(name)] = rule
  return builder => (rules[builder.token.tag] ?? other)(builder)
}

export function ignore(): void {}
