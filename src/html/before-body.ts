import { byTag, type InsertionMode, ignore } from './insertion-mode.ts'
import { type TagName, tagNumber } from './tags.ts'
import type { TreeBuilder } from './tree-builder.ts'

/** The insertion modes up to the body (HTML standard, 13.2.6.4.1 to 6). */
type Mode = InsertionMode<TreeBuilder>
type Builder = TreeBuilder
const HEAD = tagNumber('head')

/** A mode with one rule for every other token, which ignores white space. */
function modeOf(other: (builder: Builder) => void, rules: Partial<Mode>): Mode {
  return {
    startTag: other,
    endTag: other,
    characters: other,
    whitespace: ignore,
    nul: other,
    end: other,
    wholeText: null,
    beforeOther: ignore,
    ...rules,
  }
}

const byBody = (builder: Builder) => builder.modes.inBody.startTag(builder)
const byHead = (builder: Builder) => builder.modes.inHead.startTag(builder)
const insertCharacters = (builder: Builder) => builder.insertCharacters(builder.characters)

function leaveInitial(builder: Builder): void {
  builder.isQuirks = true
  builder.processIn(builder.modes.beforeHtml)
}

export const initial = modeOf(leaveInitial, {})

function leaveBeforeHtml(builder: Builder): void {
  builder.insertImplied('html')
  builder.processIn(builder.modes.beforeHead)
}

const AROUND: readonly TagName[] = ['html', 'head', 'body', 'br']

export const beforeHtml = modeOf(leaveBeforeHtml, {
  startTag: byTag<Builder>(leaveBeforeHtml, [
    ['html'],
    builder => {
      builder.insertElement()
      builder.mode = builder.modes.beforeHead
    },
  ]),
  endTag: byTag<Builder>(ignore, [AROUND, leaveBeforeHtml]),
})

function leaveBeforeHead(builder: Builder): void {
  builder.head = builder.insertImplied('head')
  builder.processIn(builder.modes.inHead)
}

export const beforeHead = modeOf(leaveBeforeHead, {
  startTag: byTag<Builder>(
    leaveBeforeHead,
    [['html'], byBody],
    [
      ['head'],
      builder => {
        builder.head = builder.insertElement()
        builder.mode = builder.modes.inHead
      },
    ],
  ),
  endTag: byTag<Builder>(ignore, [AROUND, leaveBeforeHead]),
})

function repeatedHead(builder: Builder): void {
  builder.noteRepeated(builder.head)
}

function closeHead(builder: Builder): void {
  builder.open.pop()
  builder.mode = builder.modes.afterHead
}

function leaveInHead(builder: Builder): void {
  closeHead(builder)
  builder.process()
}

function openTemplate(builder: Builder): void {
  builder.insertElement()
  builder.formatting.insertMarker()
  builder.isFramesetOk = false
  builder.mode = builder.modes.inTemplate
  builder.templateModes.push(builder.modes.inTemplate)
}

export const inHead = modeOf(leaveInHead, {
  startTag: byTag<Builder>(
    leaveInHead,
    [['html'], byBody],
    [['base', 'basefont', 'bgsound', 'link', 'meta'], builder => builder.appendElement()],
    [['title'], builder => builder.insertRawText('escapable raw text')],
    [
      ['noscript'],
      builder => {
        builder.insertElement()
        builder.mode = builder.modes.inHeadNoscript
      },
    ],
    [['noframes', 'style'], builder => builder.insertRawText('raw text')],
    [['script'], builder => builder.insertRawText('script')],
    [['template'], openTemplate],
    [['head'], repeatedHead],
  ),
  endTag: byTag<Builder>(
    ignore,
    [['head'], closeHead],
    [['body', 'br', 'html'], leaveInHead],
    [['template'], builder => builder.modes.inTemplate.endTag(builder)],
  ),
  whitespace: insertCharacters,
})

function closeNoscript(builder: Builder): void {
  builder.open.pop()
  builder.mode = builder.modes.inHead
}

function leaveNoscript(builder: Builder): void {
  closeNoscript(builder)
  builder.process()
}

export const inHeadNoscript = modeOf(leaveNoscript, {
  startTag: byTag<Builder>(
    leaveNoscript,
    [['html'], byBody],
    [['basefont', 'bgsound', 'head', 'link', 'meta', 'noframes', 'style'], byHead],
    [['noscript'], ignore],
  ),
  endTag: byTag<Builder>(ignore, [['noscript'], closeNoscript], [['br'], leaveNoscript]),
  whitespace: insertCharacters,
})

function leaveAfterHead(builder: Builder): void {
  builder.insertImplied('body')
  builder.mode = builder.modes.inBody
  builder.processBy(builder.modes.inBody)
}

/** What belongs into the head is put there. */
function putIntoHead(builder: Builder): void {
  const { head, open } = builder
  if (!head) return
  open.push(head, HEAD)
  byHead(builder)
  open.remove(head, HEAD)
}

export const afterHead = modeOf(leaveAfterHead, {
  startTag: byTag<Builder>(
    leaveAfterHead,
    [['html'], byBody],
    [
      ['body'],
      builder => {
        builder.insertElement()
        builder.isFramesetOk = false
        builder.mode = builder.modes.inBody
      },
    ],
    [
      ['frameset'],
      builder => {
        builder.insertElement()
        builder.mode = builder.modes.inFrameset
      },
    ],
    [['base', 'basefont', 'bgsound', 'link', 'meta', 'noframes', 'script', 'style', 'template', 'title'], putIntoHead],
    [['head'], repeatedHead],
  ),
  endTag: byTag<Builder>(
    ignore,
    [['body', 'br', 'html'], leaveAfterHead],
    [['template'], builder => builder.modes.inTemplate.endTag(builder)],
  ),
  whitespace: insertCharacters,
})
