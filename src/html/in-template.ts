import { textInBody } from './in-body.ts'
import { byTag, type InsertionMode, type InsertionModes, ignore } from './insertion-mode.ts'
import { resetMode } from './reset-mode.ts'
import { tagNumber } from './tags.ts'
import type { TreeBuilder } from './tree-builder.ts'

type Builder = TreeBuilder
const TEMPLATE = tagNumber('template')

/** The tag tells what kind of content the template has. */
function goOn(
  mode: keyof InsertionModes<Builder> & ('inTable' | 'inColumnGroup' | 'inTableBody' | 'inRow' | 'inBody'),
) {
  return (builder: Builder) => {
    builder.mode = builder.modes[mode]
    builder.templateModes[builder.templateModes.length - 1] = builder.mode
    builder.mode.startTag(builder)
  }
}

function closeTemplate(builder: Builder): void {
  const { formatting, open, templateModes } = builder
  if (open.templates === 0) return
  open.closeImpliedThoroughly()
  open.popThrough(TEMPLATE)
  formatting.clearToMarker()
  templateModes.pop()
  resetMode(builder)
}

/** The source ends: so do all open templates. */
function end(builder: Builder): void {
  const { formatting, open, templateModes } = builder
  if (open.templates === 0) return
  while (open.templates > 0) {
    open.popThrough(TEMPLATE)
    formatting.clearToMarker()
    templateModes.pop()
  }
  resetMode(builder)
  builder.end()
}

/** The insertion mode "in template" (HTML standard, 13.2.6.4.18). Its rule for end tags holds in other modes as well. */
export const inTemplate: InsertionMode<Builder> = {
  startTag: byTag<Builder>(
    goOn('inBody'),
    [
      ['base', 'basefont', 'bgsound', 'link', 'meta', 'noframes', 'script', 'style', 'template', 'title'],
      builder => builder.modes.inHead.startTag(builder),
    ],
    [['caption', 'colgroup', 'tbody', 'tfoot', 'thead'], goOn('inTable')],
    [['col'], goOn('inColumnGroup')],
    [['tr'], goOn('inTableBody')],
    [['td', 'th'], goOn('inRow')],
  ),
  endTag: byTag<Builder>(ignore, [['template'], closeTemplate]),
  characters: builder => builder.modes.inBody.characters(builder),
  whitespace: builder => builder.modes.inBody.whitespace(builder),
  nul: ignore,
  end,
  wholeText: textInBody,
  beforeOther: ignore,
}
