import { linkKinds } from '#shared/model.ts'
import type { PageRecord } from '#shared/page-record.ts'
import type { StyleFile } from '#shared/site-facts.ts'
import type { UrlRow } from '#store/store.ts'
import type { Frontier } from '../schedule/frontier.ts'

/** Style sheets that are read when they are probed: a site has a few, and each of its pages loads them. */
const MAX_OWN = 10
const MAX_FOREIGN = 5
const STYLE_SHEET_BIT = 1 << linkKinds.indexOf('stylesheet')

/**
 * URL ids of the style sheets to read, among the URLs that are or will be probed: the first that pages name. What only a style sheet names
 * is not read. The same in a resumed crawl.
 */
export function styleSheetsToRead(rows: readonly SheetRow[]): ReadonlySet<number> {
  const inOrder = rows
    .filter(isStyleSheetOfPage)
    .sort((a, b) => a.firstNumber - b.firstNumber || a.firstPosition - b.firstPosition || a.id - b.id)
  const own = inOrder.filter(({ scope }) => scope === 'internal').slice(0, MAX_OWN)
  const foreign = inOrder.filter(({ scope }) => scope === 'external').slice(0, MAX_FOREIGN)
  return new Set([...own, ...foreign].map(({ id }) => id))
}

type SheetRow = Pick<UrlRow, 'id' | 'kinds' | 'scope' | 'firstNumber' | 'firstPosition'>

/** The style sheets that pages name, of the URLs that are or will be probed. */
export function requestedSheets(frontier: Frontier): SheetRow[] {
  return [
    ...frontier.urls.rowsInState('probed', isStyleSheetOfPage),
    ...frontier.urls.rowsInState('to-probe', isStyleSheetOfPage),
  ]
}

function isStyleSheetOfPage({ kinds, firstNumber }: Pick<SheetRow, 'kinds' | 'firstNumber'>): boolean {
  return (kinds & STYLE_SHEET_BIT) !== 0 && firstNumber > 0
}

/** Notes what a style sheet names. In an order that does not depend on the order of arrival. */
export function noteStyleFiles(
  checkpoint: { styleFiles?: StyleFile[] },
  { url: styleSheetUrl, found }: Pick<PageRecord, 'url' | 'found'>,
): void {
  if (found.length === 0) return
  const named = found.map(({ url }): StyleFile => ({ url, styleSheetUrl }))
  const others = (checkpoint.styleFiles ?? []).filter(file => file.styleSheetUrl !== styleSheetUrl)
  checkpoint.styleFiles = [...others, ...named].sort(byStyleSheet)
}

function byStyleSheet(a: StyleFile, b: StyleFile): number {
  return a.styleSheetUrl === b.styleSheetUrl ? 0 : a.styleSheetUrl < b.styleSheetUrl ? -1 : 1
}
