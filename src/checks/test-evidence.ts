import { causeKey } from './cause-key.ts'

/** What site checks say again and again of the pages that name a URL, for the tables of their tests. */

/** Places as the links of a TestSite have them unless they name others. */
export function namedOn(...sourceUrls: string[]) {
  const places = sourceUrls.map(sourceUrl => ({ sourceUrl, text: 'link', region: 'main', path: '', line: 1 }))
  return { kind: 'places', label: 'Linked from', places, total: places.length }
}

/** Details of a URL that pages name, the first of them as the one to begin with. */
export function referredBy(referringSources: string[], highPrioritySource = false) {
  const [sourceUrl] = referringSources
  return { sourceUrl, directReferrer: sourceUrl, referringSources, highPrioritySource }
}

/** URLs of which all are shown. */
export function listOf(label: string, urls: string[]) {
  return { kind: 'urls', label, urls, total: urls.length }
}

/** The cause of URLs of https://site.test that a rule of the server makes alike. */
export function causedBy(checkId: string, rule: string) {
  return { causeKeys: [causeKey(checkId, { tag: rule }, 'https://site.test/')] }
}
