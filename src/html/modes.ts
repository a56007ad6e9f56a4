import { afterAfterBody, afterAfterFrameset, afterBody, afterFrameset, inFrameset } from './after-body.ts'
import { afterHead, beforeHead, beforeHtml, inHead, inHeadNoscript, initial } from './before-body.ts'
import { foreign } from './foreign-content.ts'
import { inBody, text } from './in-body.ts'
import { inSelect, inSelectInTable } from './in-select.ts'
import { inTable, inTableText } from './in-table.ts'
import { inCaption, inCell, inColumnGroup, inRow, inTableBody } from './in-table-parts.ts'
import { inTemplate } from './in-template.ts'
import type { InsertionModes } from './insertion-mode.ts'
import type { TreeBuilder } from './tree-builder.ts'

export const MODES: InsertionModes<TreeBuilder> = {
  initial,
  beforeHtml,
  beforeHead,
  inHead,
  inHeadNoscript,
  afterHead,
  inBody,
  text,
  inTable,
  inTableText,
  inCaption,
  inColumnGroup,
  inTableBody,
  inRow,
  inCell,
  inSelect,
  inSelectInTable,
  inTemplate,
  afterBody,
  inFrameset,
  afterFrameset,
  afterAfterBody,
  afterAfterFrameset,
  foreign,
}
