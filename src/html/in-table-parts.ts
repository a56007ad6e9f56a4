import { textInBody } from './in-body.ts'
import { TABLE_PARTS } from './in-table.ts'
import { byTag, type InsertionMode, ignore, type Rule } from './insertion-mode.ts'
import { type TagName, tagNumber } from './tags.ts'
import type { TreeBuilder } from './tree-builder.ts'

/** The insertion modes within a table (HTML standard, 13.2.6.4.11 to 15). */
type Builder = TreeBuilder
type Mode = InsertionMode<Builder>

const CAPTION = tagNumber('caption')
const COLGROUP = tagNumber('colgroup')
const TD = tagNumber('td')
const TH = tagNumber('th')
const TR = tagNumber('tr')
const numbersOf = (names: readonly TagName[]) => names.map(tagNumber)
const SECTIONS: readonly TagName[] = ['tbody', 'tfoot', 'thead']
const sections = numbersOf(SECTIONS)
const sectionContext = numbersOf([...SECTIONS, 'template', 'html'])
const rowContext = numbersOf(['tr', 'template', 'html'])
const CELL_ENDERS: readonly TagName[] = ['caption', 'col', 'colgroup', 'tbody', 'td', 'tfoot', 'th', 'thead', 'tr']
const without = (names: readonly TagName[], ...left: readonly TagName[]) => names.filter(name => !left.includes(name))

const bodyStart: Rule<Builder> = builder => builder.modes.inBody.startTag(builder)
const bodyEnd: Rule<Builder> = builder => builder.modes.inBody.endTag(builder)
const tableStart: Rule<Builder> = builder => builder.modes.inTable.startTag(builder)
const tableEnd: Rule<Builder> = builder => builder.modes.inTable.endTag(builder)
const templateEnd: Rule<Builder> = builder => builder.modes.inTemplate.endTag(builder)

/** Texts as in the body, or as in a table. */
const bodyTexts: Omit<Mode, 'startTag' | 'endTag'> = {
  characters: builder => builder.modes.inBody.characters(builder),
  whitespace: builder => builder.modes.inBody.whitespace(builder),
  nul: ignore,
  end: builder => builder.modes.inBody.end(builder),
  wholeText: textInBody,
  beforeOther: ignore,
}
const tableTexts: Omit<Mode, 'startTag' | 'endTag'> = {
  characters: builder => builder.modes.inTable.characters(builder),
  whitespace: builder => builder.modes.inTable.whitespace(builder),
  nul: builder => builder.modes.inTable.nul(builder),
  end: builder => builder.modes.inBody.end(builder),
  wholeText: null,
  beforeOther: ignore,
}

function closeCaption(builder: Builder): boolean {
  const { formatting, modes, open } = builder
  if (!open.hasInTableScope(CAPTION)) return false
  open.popThrough(CAPTION)
  formatting.clearToMarker()
  builder.mode = modes.inTable
  return true
}

export const inCaption: Mode = {
  ...bodyTexts,
  startTag: byTag<Builder>(bodyStart, [
    CELL_ENDERS,
    builder => {
      if (closeCaption(builder)) tableStart(builder)
    },
  ]),
  endTag: byTag<Builder>(
    bodyEnd,
    [TABLE_PARTS, ignore],
    [['caption'], closeCaption],
    [
      ['table'],
      builder => {
        if (closeCaption(builder)) tableEnd(builder)
      },
    ],
  ),
}

function closeColumnGroup(builder: Builder): boolean {
  if (builder.open.currentTag !== COLGROUP) return false
  builder.open.pop()
  builder.mode = builder.modes.inTable
  return true
}

function leaveColumnGroup(builder: Builder): void {
  if (closeColumnGroup(builder)) builder.process()
}

export const inColumnGroup: Mode = {
  startTag: byTag<Builder>(
    leaveColumnGroup,
    [['html'], bodyStart],
    [['col'], builder => builder.appendElement()],
    [['template'], builder => builder.modes.inHead.startTag(builder)],
  ),
  endTag: byTag<Builder>(
    leaveColumnGroup,
    [['colgroup'], closeColumnGroup],
    [['template'], templateEnd],
    [['col'], ignore],
  ),
  characters: leaveColumnGroup,
  whitespace: builder => builder.insertCharacters(builder.characters),
  nul: leaveColumnGroup,
  end: builder => builder.modes.inBody.end(builder),
  wholeText: null,
  beforeOther: ignore,
}

function closeSection({ modes, open }: Builder): Mode {
  open.popAbove(sectionContext)
  open.pop()
  return modes.inTable
}

/** Closes the open section and continues in the table. */
function leaveSection(rule: Rule<Builder>): Rule<Builder> {
  return builder => {
    if (!builder.open.isInTableScope(builder.open.topmostOf(sections))) return
    builder.mode = closeSection(builder)
    rule(builder)
  }
}

export const inTableBody: Mode = {
  ...tableTexts,
  startTag: byTag<Builder>(
    tableStart,
    [
      ['tr'],
      builder => {
        builder.open.popAbove(sectionContext)
        builder.insertElement()
        builder.mode = builder.modes.inRow
      },
    ],
    [
      ['td', 'th'],
      builder => {
        builder.open.popAbove(sectionContext)
        builder.insertImplied('tr')
        builder.mode = builder.modes.inRow
        builder.mode.startTag(builder)
      },
    ],
    [['caption', 'col', 'colgroup', ...SECTIONS], leaveSection(tableStart)],
  ),
  endTag: byTag<Builder>(
    tableEnd,
    [TABLE_PARTS, ignore],
    [
      SECTIONS,
      builder => {
        if (builder.open.hasInTableScope(builder.token.tag)) builder.mode = closeSection(builder)
      },
    ],
    [['table'], leaveSection(tableEnd)],
  ),
}

function closeRow(builder: Builder): void {
  builder.open.popAbove(rowContext)
  builder.open.pop()
  builder.mode = builder.modes.inTableBody
}

export const inRow: Mode = {
  ...tableTexts,
  startTag: byTag<Builder>(
    tableStart,
    [
      ['td', 'th'],
      builder => {
        builder.open.popAbove(rowContext)
        builder.insertElement()
        builder.mode = builder.modes.inCell
        builder.formatting.insertMarker()
      },
    ],
    [
      without(CELL_ENDERS, 'td', 'th'),
      builder => {
        if (!builder.open.hasInTableScope(TR)) return
        closeRow(builder)
        builder.mode.startTag(builder)
      },
    ],
  ),
  endTag: byTag<Builder>(
    tableEnd,
    [TABLE_PARTS, ignore],
    [
      ['tr'],
      builder => {
        if (builder.open.hasInTableScope(TR)) closeRow(builder)
      },
    ],
    [
      ['table'],
      builder => {
        if (!builder.open.hasInTableScope(TR)) return
        closeRow(builder)
        builder.mode.endTag(builder)
      },
    ],
    [
      SECTIONS,
      builder => {
        // The standard requires both, parse5 either: this parser follows parse5.
        if (!builder.open.hasInTableScope(builder.token.tag) && !builder.open.hasInTableScope(TR)) return
        closeRow(builder)
        builder.mode.endTag(builder)
      },
    ],
  ),
}

function closeCell(builder: Builder): void {
  const { formatting, modes, open } = builder
  open.popTo(open.topmostOf([TD, TH]))
  formatting.clearToMarker()
  builder.mode = modes.inRow
}

export const inCell: Mode = {
  ...bodyTexts,
  startTag: byTag<Builder>(bodyStart, [
    CELL_ENDERS,
    builder => {
      if (!builder.open.hasInTableScope(TD) && !builder.open.hasInTableScope(TH)) return
      closeCell(builder)
      builder.mode.startTag(builder)
    },
  ]),
  endTag: byTag<Builder>(
    bodyEnd,
    [['body', 'caption', 'col', 'colgroup', 'html'], ignore],
    [
      ['td', 'th'],
      builder => {
        const { formatting, open, token } = builder
        if (!open.hasInTableScope(token.tag)) return
        open.popThrough(token.tag)
        formatting.clearToMarker()
        builder.mode = builder.modes.inRow
      },
    ],
    [
      ['table', 'tr', ...SECTIONS],
      builder => {
        if (!builder.open.hasInTableScope(builder.token.tag)) return
        closeCell(builder)
        builder.mode.endTag(builder)
      },
    ],
  ),
}
