import { TABLE_PAGE_SIZE } from '#shared/constants.ts'

/** How many rows a page of a table may have, the first unless the visitor chooses. */
export const pageSizes = [TABLE_PAGE_SIZE, 25, 50, 100] as const

/** Of the address; the first for anything that is none. */
export function pageSizeOf(text: string): number {
  return pageSizes.find(size => String(size) === text) ?? TABLE_PAGE_SIZE
}
