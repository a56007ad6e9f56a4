import { type TagName, tagNumber } from './tags.ts'
import type { TreeBuilder } from './tree-builder.ts'

const SELECT = tagNumber('select')
const TABLE = tagNumber('table')
const TEMPLATE = tagNumber('template')
// biome-ignore format: a list
const DECISIVE_TAGS: readonly TagName[] = [
  'tr', 'tbody', 'thead', 'tfoot', 'caption', 'colgroup', 'table', 'frameset', 'select', 'template', 'td', 'th', 'head',
  'body', 'html',
]
const decisiveTags = DECISIVE_TAGS.map(tagNumber)

/** "Reset the insertion mode appropriately" (HTML standard, 13.2.4.1): the topmost open element of a decisive tag sets it. */
export function resetMode(builder: TreeBuilder): void {
  const { modes, open } = builder
  const slot = open.topmostOf(decisiveTags)
  switch (open.elements[slot]?.tagName) {
    case 'tr':
      builder.mode = modes.inRow
      break
    case 'tbody':
    case 'thead':
    case 'tfoot':
      builder.mode = modes.inTableBody
      break
    case 'caption':
      builder.mode = modes.inCaption
      break
    case 'colgroup':
      builder.mode = modes.inColumnGroup
      break
    case 'table':
      builder.mode = modes.inTable
      break
    case 'frameset':
      builder.mode = modes.inFrameset
      break
    case 'select':
      builder.mode = isInTable(builder) ? modes.inSelectInTable : modes.inSelect
      break
    case 'template':
      builder.mode = builder.templateModes.at(-1) ?? modes.inBody
      break
    case 'td':
    case 'th':
      builder.mode = modes.inCell
      break
    case 'head':
      builder.mode = modes.inHead
      break
    case 'html':
      builder.mode = builder.head ? modes.afterHead : modes.beforeHead
      break
    default:
      builder.mode = modes.inBody
  }
}

/** Whether the select is in a table, with no template between them. */
function isInTable({ open }: TreeBuilder): boolean {
  const table = open.topmost(TABLE)
  return open.topmost(SELECT) > 0 && table > 0 && table > open.topmost(TEMPLATE)
}
