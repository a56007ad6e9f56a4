/** The part of the URL that names the crawls, the list and its filters. Keep the defaults outside of components. */
import { TABLE_PAGE_SIZE } from '#shared/constants.ts'

/** `site`: id of the other website, '' for the same; `with`: id of its crawl. */
export const comparedDefaults = { with: '', site: '', paths: '' }

export const listDefaults = { list: '', severity: '', check: '', field: '', page: '1', size: String(TABLE_PAGE_SIZE) }
