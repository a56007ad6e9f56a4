/** How pages may be chosen and sorted, besides the conditions on columns. */

export const pageStatuses = ['2xx', '3xx', '4xx', '5xx', 'none'] as const
/** `none`: the server gave no response. */
export type PageStatus = (typeof pageStatuses)[number]

export const sortOrders = ['ascending', 'descending'] as const
export type SortOrder = (typeof sortOrders)[number]

export const pageKinds = ['ok', 'redirects', 'titles', 'descriptions'] as const
/** What is good about a page that passed. */
export type PageKind = (typeof pageKinds)[number]

/** How a URL was found first: it began the crawl, a link or a redirect leads to it, a sitemap lists it, or the crawl was given it in a list. */
export const pageOrigins = ['start', 'links', 'redirect', 'sitemap', 'list'] as const
export type PageOrigin = (typeof pageOrigins)[number]

/** Pages that are chosen one by one: their ids fit into a URL. */
export const MAX_CHOSEN_PAGES = 500
