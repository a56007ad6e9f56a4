import { byTag, type InsertionMode, ignore } from './insertion-mode.ts'
import { resetMode } from './reset-mode.ts'
import { isHiddenInput } from './start-tags-in-body.ts'
import { type TagName, tagNumber } from './tags.ts'
import type { TreeBuilder } from './tree-builder.ts'

/** The insertion modes "in table" and "in table text" (HTML standard, 13.2.6.4.9 and 10). */
type Builder = TreeBuilder
const TABLE = tagNumber('table')
const TABLE_CONTEXT = (['table', 'template', 'html'] satisfies TagName[]).map(tagNumber)
/** End tags that are ignored in a table. */
export const TABLE_PARTS: readonly TagName[] = [
  'body',
  'caption',
  'col',
  'colgroup',
  'html',
  'tbody',
  'td',
  'tfoot',
  'th',
  'thead',
  'tr',
]

const byHead = (builder: Builder) => builder.modes.inHead.startTag(builder)

/** "Foster parenting": applies the rules of the body, which insert before the table. */
function foster(builder: Builder): void {
  const wasFostering = builder.isFostering
  builder.isFostering = true
  builder.processBy(builder.modes.inBody)
  builder.isFostering = wasFostering
}

function caption(builder: Builder): void {
  builder.open.popAbove(TABLE_CONTEXT)
  builder.formatting.insertMarker()
  builder.insertElement()
  builder.mode = builder.modes.inCaption
}

function columnGroup(builder: Builder): void {
  builder.open.popAbove(TABLE_CONTEXT)
  builder.insertElement()
  builder.mode = builder.modes.inColumnGroup
}

function column(builder: Builder): void {
  builder.open.popAbove(TABLE_CONTEXT)
  builder.insertImplied('colgroup')
  builder.mode = builder.modes.inColumnGroup
  builder.mode.startTag(builder)
}

function tableBody(builder: Builder): void {
  builder.open.popAbove(TABLE_CONTEXT)
  builder.insertElement()
  builder.mode = builder.modes.inTableBody
}

function cellOrRow(builder: Builder): void {
  builder.open.popAbove(TABLE_CONTEXT)
  builder.insertImplied('tbody')
  builder.mode = builder.modes.inTableBody
  builder.mode.startTag(builder)
}

function closeTable(builder: Builder): boolean {
  if (!builder.open.hasInTableScope(TABLE)) return false
  builder.open.popThrough(TABLE)
  resetMode(builder)
  return true
}

function tableAgain(builder: Builder): void {
  if (closeTable(builder)) builder.processStartTag()
}

function input(builder: Builder): void {
  if (isHiddenInput(builder)) builder.appendElement()
  else foster(builder)
}

function form(builder: Builder): void {
  if (builder.form || builder.open.templates > 0) return
  builder.form = builder.insertElement()
  builder.open.pop()
}

function anyText(builder: Builder): void {
  if (!builder.isCurrentFostering()) {
    foster(builder)
    return
  }
  builder.tableText = ''
  builder.originalMode = builder.mode
  builder.mode = builder.modes.inTableText
  if (builder.kind !== 'NUL') collect(builder)
}

export const inTable: InsertionMode<Builder> = {
  startTag: byTag<Builder>(
    foster,
    [['td', 'th', 'tr'], cellOrRow],
    [['style', 'script', 'template'], byHead],
    [['col'], column],
    [['form'], form],
    [['table'], tableAgain],
    [['tbody', 'tfoot', 'thead'], tableBody],
    [['input'], input],
    [['caption'], caption],
    [['colgroup'], columnGroup],
  ),
  endTag: byTag<Builder>(
    foster,
    [['table'], closeTable],
    [['template'], builder => builder.modes.inTemplate.endTag(builder)],
    [TABLE_PARTS, ignore],
  ),
  characters: anyText,
  whitespace: anyText,
  nul: anyText,
  end: builder => builder.modes.inBody.end(builder),
  wholeText: null,
  beforeOther: ignore,
}

function collect(builder: Builder): void {
  builder.tableText += builder.characters
}

const OTHER_THAN_WHITESPACE = /[^\t\n\f\r ]/

/** Inserts the collected text into the table if it is white space, before the table otherwise. */
function leaveTableText(builder: Builder): void {
  const { tableText } = builder
  builder.mode = builder.originalMode
  if (tableText === '') return
  builder.tableText = ''
  if (!OTHER_THAN_WHITESPACE.test(tableText)) {
    builder.insertCharacters(tableText)
    return
  }
  const { kind, characters } = builder
  builder.kind = 'characters'
  builder.characters = tableText
  foster(builder)
  builder.kind = kind
  builder.characters = characters
}

function leaveAndProcess(builder: Builder): void {
  leaveTableText(builder)
  builder.process()
}

export const inTableText: InsertionMode<Builder> = {
  startTag: leaveAndProcess,
  endTag: leaveAndProcess,
  characters: collect,
  whitespace: collect,
  nul: ignore,
  end: leaveAndProcess,
  wholeText: null,
  beforeOther: leaveTableText,
}
