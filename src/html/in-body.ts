import { endTagInBody } from './end-tags-in-body.ts'
import { type InsertionMode, ignore } from './insertion-mode.ts'
import { startTagInBody } from './start-tags-in-body.ts'
import type { TreeBuilder } from './tree-builder.ts'

type Builder = TreeBuilder
const OTHER_THAN_WHITESPACE = /[^\t\n\f\r ]/

function whitespace(builder: Builder): void {
  builder.reopenFormatting()
  builder.insertCharacters(builder.characters)
}

function characters(builder: Builder): void {
  whitespace(builder)
  builder.isFramesetOk = false
}

/** NUL is left out. */
export function textInBody(builder: Builder): void {
  if (builder.mayHaveNuls && builder.characters.includes('\0')) {
    builder.characters = builder.characters.replaceAll('\0', '')
    if (builder.characters === '') return
  }
  whitespace(builder)
  if (builder.isFramesetOk && OTHER_THAN_WHITESPACE.test(builder.characters)) builder.isFramesetOk = false
}

/** The source ends: open templates do so first. */
function endInBody(builder: Builder): void {
  if (builder.templateModes.length > 0) builder.modes.inTemplate.end(builder)
}

/** The insertion mode "in body" (HTML standard, 13.2.6.4.7). */
export const inBody: InsertionMode<Builder> = {
  startTag: startTagInBody,
  endTag: endTagInBody,
  characters,
  whitespace,
  nul: ignore,
  end: endInBody,
  wholeText: textInBody,
  beforeOther: ignore,
}

/** "Text": the content of an element that has only text in it (13.2.6.4.8). */
export const text: InsertionMode<Builder> = {
  startTag: ignore,
  endTag: leaveText,
  characters: insert,
  whitespace: insert,
  nul: insert,
  end(builder) {
    leaveText(builder)
    builder.end()
  },
  wholeText: insert,
  beforeOther: ignore,
}

function insert(builder: Builder): void {
  builder.insertCharacters(builder.characters)
}

function leaveText(builder: Builder): void {
  builder.open.pop()
  builder.mode = builder.originalMode
}
