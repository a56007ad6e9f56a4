/** How pages may be chosen and sorted, besides the conditions on columns. */

export const pageStatuses = ['2xx', '3xx', '4xx', '5xx', 'none'] as const
/** `none`: the server gave no response. */
export type PageStatus = (typeof pageStatuses)[number]

export const sortOrders = ['ascending', 'descending'] as const
export type SortOrder = (typeof sortOrders)[number]

export const pageKinds = ['ok', 'redirects', 'titles', 'descriptions'] as const
/** What is good about a page that passed. */
export type PageKind = (typeof pageKinds)[number]
