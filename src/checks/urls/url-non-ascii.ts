import type { SiteCheck } from '../check.ts'
import { pageListFinding, pagesWhere } from '../page-list-finding.ts'

export const urlNonAscii: SiteCheck = {
  id: 'url-non-ascii',
  scope: 'site',
  type: 'url_issue',
  severity: 'info',
  title: 'URLs with letters beyond ASCII',
  passedTitle: 'URLs consist of ASCII characters',
  why: 'Letters such as ö or 港 are sent as a row of escapes (%C3%B6). Copied into a message or a document, such a URL becomes long and unreadable, and some programs cut or change it.',
  fix: 'Write the words in ASCII letters where readers accept that (uebersicht), or keep the escapes: search engines understand both.',
  example: { before: 'https://example.com/%C3%BCbersicht', after: 'https://example.com/uebersicht' },
  sources: [
    {
      title: 'Google: URL structure best practices',
      url: 'https://developers.google.com/search/docs/crawling-indexing/url-structure',
    },
  ],

  check: site =>
    pageListFinding({
      items: () => pagesWhere(site, url => NON_ASCII.test(url)),
      message: 'URLs with letters beyond ASCII',
      columns: ['Page', 'Written out'],
      row: ({ url }) => [url, writtenOut(url)],
    }),
}

/** The escape of a byte that begins or continues such a letter. */
const NON_ASCII = /%[89A-F][0-9A-F]/i

function writtenOut(url: string): string {
  try {
    return decodeURI(url)
  } catch {
    return url
  }
}
