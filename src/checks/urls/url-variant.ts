import { withoutIndexFile, withoutTrailingSlash } from '#shared/canonical.ts'

/** How two URLs of one page can differ. */
export const variantDifferences = [
  'trailing slash',
  'letter case',
  'index file',
  'file extension',
  'parameter order',
  'tracking parameters',
] as const
export type VariantDifference = (typeof variantDifferences)[number]

const trackingNames: ReadonlySet<string> = new Set([
  '_ga',
  '_gl',
  '_hsenc',
  '_hsmi',
  'dclid',
  'fbclid',
  'gad_source',
  'gbraid',
  'gclid',
  'gclsrc',
  'igshid',
  'li_fat_id',
  'mc_cid',
  'mc_eid',
  'mkt_tok',
  'msclkid',
  'srsltid',
  'ttclid',
  'twclid',
  'wbraid',
  'yclid',
])
const TRACKING_PREFIX = /^(?:utm|pk|mtm|matomo|piwik)_/

/**
 * One key for all variants of a URL under which servers usually return the same page: trailing slash, case of the path,
 * index file, the extension .html, order of parameters, tracking parameters. Equal keys prove nothing without equal content. The
 * default port needs no rule: normalised URLs never have it.
 */
export function variantKey(url: string): string {
  const parsed = URL.parse(url)
  if (!parsed) return url
  const path = withoutExtension(withoutIndexFile(parsed.pathname)).toLowerCase()
  const parameters = [...parsed.searchParams]
    .filter(([name]) => !isTracking(name))
    .map(([name, value]) => `${name}=${value}`)
  return `${parsed.origin}${withoutTrailingSlash(path)}?${parameters.sort().join('&')}`
}

/** The differences of two URLs with the same key, in a fixed order. */
export function variantDifferencesOf(url: string, other: string): VariantDifference[] {
  const [a, b] = [URL.parse(url), URL.parse(other)]
  if (!a || !b) return []
  const [directoryA, directoryB] = [withoutIndexFile(a.pathname), withoutIndexFile(b.pathname)]
  const [names, otherNames] = [[...a.searchParams.keys()], [...b.searchParams.keys()]]
  const found = new Set<VariantDifference>()
  if ((directoryA === a.pathname) !== (directoryB === b.pathname)) found.add('index file')
  if (directoryA.endsWith('/') !== directoryB.endsWith('/')) found.add('trailing slash')
  if (isHtmlFile(directoryA) !== isHtmlFile(directoryB)) found.add('file extension')
  const [bareA, bareB] = [directoryA, directoryB].map(path => withoutTrailingSlash(withoutExtension(path)))
  if (bareA !== bareB) found.add('letter case')
  if (names.filter(isTracking).join() !== otherNames.filter(isTracking).join()) found.add('tracking parameters')
  if (withoutTracking(a) !== withoutTracking(b)) found.add('parameter order')
  return variantDifferences.filter(difference => found.has(difference))
}

const HTML_FILE = /\.html?$/i
const isHtmlFile = (path: string): boolean => HTML_FILE.test(path)
const withoutExtension = (path: string): string => path.replace(HTML_FILE, '')

/** Whether the URL has tracking parameters. */
export function carriesTracking(url: string): boolean {
  return [...(URL.parse(url)?.searchParams.keys() ?? [])].some(isTracking)
}

/** Click and campaign ids: none of them chooses what a page shows. */
export function isTracking(name: string): boolean {
  const lower = name.toLowerCase()
  return trackingNames.has(lower) || TRACKING_PREFIX.test(lower)
}

function withoutTracking(url: URL): string {
  return [...url.searchParams]
    .filter(([name]) => !isTracking(name))
    .map(pair => pair.join('='))
    .join('&')
}
