import { imageTable } from './image-table.ts'
import { issueTable } from './issue-table.ts'
import { linkTable } from './link-table.ts'
import { mutedTable } from './muted-table.ts'
import { pageTable } from './page-table.ts'

/** The lists of a crawl that leave the product one by one. */
export const exportTables = {
  issues: issueTable,
  pages: pageTable,
  links: linkTable,
  images: imageTable,
  muted: mutedTable,
} as const
