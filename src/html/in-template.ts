import { textInBody } from './in-body.ts'
import { byTag, type InsertionMode, type InsertionModes, ignore } from './insertion-mode.ts'
import { resetMode } from './reset-mode.ts'
import { tagNumber } from './tags.ts'
import type { TreeBuilder } from './tree-builder.ts'

type Builder = TreeBuilder
const TEMPLATE = tagNumber('template')

/** Continues in the mode that the tag shows the template's content to need. */
function continueIn(
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
  open.popThrough(TEMPLATE)
  formatting.clearToMarker()
  templateModes.pop()
  resetMode(builder)
}

/** End of the source: closes all open templates. */
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

/** The insertion mode "in template" (HTML standard, 13.2.6.4.18). Other modes use its rule for end tags. */
export const inTemplate: InsertionMode<Builder> = {
  startTag: byTag<Builder>(
    continueIn('inBody'),
    [
      ['base', 'basefont', 'bgsound', 'link', 'meta', 'noframes', 'script', 'style', 'template', 'title'],
      builder => builder.modes.inHead.startTag(builder),
    ],
    [['caption', 'colgroup', 'tbody', 'tfoot', 'thead'], continueIn('inTable')],
    [['col'], continueIn('inColumnGroup')],
    [['tr'], continueIn('inTableBody')],
    [['td', 'th'], continueIn('inRow')],
  ),
  endTag: byTag<Builder>(ignore, [['template'], closeTemplate]),
  characters: builder => builder.modes.inBody.characters(builder),
  whitespace: builder => builder.modes.inBody.whitespace(builder),
  nul: ignore,
  end,
  wholeText: textInBody,
  beforeOther: ignore,
}
