import { byTag, type InsertionMode, ignore } from './insertion-mode.ts'
import { tagNumber } from './tags.ts'
import type { TreeBuilder } from './tree-builder.ts'

/** The insertion modes after the body, and those of framesets (HTML standard, 13.2.6.4.19 to 23). */
type Builder = TreeBuilder
type Mode = InsertionMode<Builder>
const FRAMESET = tagNumber('frameset')

const byBody = (builder: Builder) => builder.modes.inBody.startTag(builder)
const byHead = (builder: Builder) => builder.modes.inHead.startTag(builder)
const bodyWhitespace = (builder: Builder) => builder.modes.inBody.whitespace(builder)
const insertCharacters = (builder: Builder) => builder.insertCharacters(builder.characters)

/** Whatever else comes belongs to the body after all. */
function backToBody(builder: Builder): void {
  builder.mode = builder.modes.inBody
  builder.processBy(builder.modes.inBody)
}

export const afterBody: Mode = {
  startTag: byTag<Builder>(backToBody, [['html'], byBody]),
  endTag: byTag<Builder>(backToBody, [
    ['html'],
    builder => {
      builder.mode = builder.modes.afterAfterBody
    },
  ]),
  characters: backToBody,
  whitespace: bodyWhitespace,
  nul: backToBody,
  end: ignore,
  wholeText: null,
  beforeOther: ignore,
}

export const afterAfterBody: Mode = { ...afterBody, endTag: backToBody }

export const inFrameset: Mode = {
  startTag: byTag<Builder>(
    ignore,
    [['html'], byBody],
    [['frameset'], builder => void builder.insertElement()],
    [['frame'], builder => builder.appendElement()],
    [['noframes'], byHead],
  ),
  endTag: byTag<Builder>(ignore, [
    ['frameset'],
    builder => {
      if (builder.open.top === 0) return
      builder.open.pop()
      if (builder.open.currentTag !== FRAMESET) builder.mode = builder.modes.afterFrameset
    },
  ]),
  characters: ignore,
  whitespace: insertCharacters,
  nul: ignore,
  end: ignore,
  wholeText: null,
  beforeOther: ignore,
}

export const afterFrameset: Mode = {
  ...inFrameset,
  startTag: byTag<Builder>(ignore, [['html'], byBody], [['noframes'], byHead]),
  endTag: byTag<Builder>(ignore, [
    ['html'],
    builder => {
      builder.mode = builder.modes.afterAfterFrameset
    },
  ]),
}

export const afterAfterFrameset: Mode = { ...afterFrameset, endTag: ignore, whitespace: bodyWhitespace }
