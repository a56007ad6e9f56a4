import { byTag, type InsertionMode, ignore } from './insertion-mode.ts'
import { resetMode } from './reset-mode.ts'
import { type TagName, tagNumber } from './tags.ts'
import type { TreeBuilder } from './tree-builder.ts'

/**
 * The insertion modes "in select" and "in select in table", as the standard had them until selects could be styled
 * (13.2.6.4.16 and 17 then): earlier browsers and parse5 drop all tags but a few.
 */
type Builder = TreeBuilder
const OPTION = tagNumber('option')
const OPTGROUP = tagNumber('optgroup')
const SELECT = tagNumber('select')

function closeOption({ open }: Builder): void {
  if (open.currentTag === OPTION) open.pop()
}

function closeOptionAndGroup(builder: Builder): void {
  closeOption(builder)
  if (builder.open.currentTag === OPTGROUP) builder.open.pop()
}

function leaveSelect(builder: Builder): boolean {
  if (!builder.open.hasInSelectScope(SELECT)) return false
  builder.open.popThrough(SELECT)
  resetMode(builder)
  return true
}

function endOfGroup(builder: Builder): void {
  const { open } = builder
  if (open.currentTag === OPTION && open.tags[open.below[open.top] ?? -1] === OPTGROUP) open.pop()
  if (open.currentTag === OPTGROUP) open.pop()
}

function text(builder: Builder): void {
  builder.insertCharacters(builder.characters)
}

export const inSelect: InsertionMode<Builder> = {
  startTag: byTag<Builder>(
    ignore,
    [['html'], builder => builder.modes.inBody.startTag(builder)],
    [
      ['option'],
      builder => {
        closeOption(builder)
        builder.insertElement()
      },
    ],
    [
      ['optgroup'],
      builder => {
        closeOptionAndGroup(builder)
        builder.insertElement()
      },
    ],
    [
      ['hr'],
      builder => {
        closeOptionAndGroup(builder)
        builder.appendElement()
      },
    ],
    [['select'], leaveSelect],
    [
      ['input', 'keygen', 'textarea'],
      builder => {
        if (leaveSelect(builder)) builder.processStartTag()
      },
    ],
    [['script', 'template'], builder => builder.modes.inHead.startTag(builder)],
  ),
  endTag: byTag<Builder>(
    ignore,
    [['optgroup'], endOfGroup],
    [['option'], closeOption],
    [['select'], leaveSelect],
    [['template'], builder => builder.modes.inTemplate.endTag(builder)],
  ),
  characters: text,
  whitespace: text,
  nul: ignore,
  end: builder => builder.modes.inBody.end(builder),
  wholeText(builder) {
    if (builder.characters.includes('\0')) builder.characters = builder.characters.replaceAll('\0', '')
    if (builder.characters !== '') text(builder)
  },
  beforeOther: ignore,
}

const TABLE_TAGS: readonly TagName[] = ['caption', 'table', 'tbody', 'tfoot', 'thead', 'tr', 'td', 'th']

function leaveByTable(builder: Builder): void {
  builder.open.popThrough(SELECT)
  resetMode(builder)
  builder.process()
}

export const inSelectInTable: InsertionMode<Builder> = {
  ...inSelect,
  startTag: byTag<Builder>(inSelect.startTag, [TABLE_TAGS, leaveByTable]),
  endTag: byTag<Builder>(inSelect.endTag, [
    TABLE_TAGS,
    builder => {
      if (builder.open.hasInTableScope(builder.token.tag)) leaveByTable(builder)
    },
  ]),
}
