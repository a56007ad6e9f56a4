import type { PageCheck } from '../check.ts'
import { tableEvidence } from '../evidence.ts'
import { isPlainUrl } from '../url-parts.ts'

export const urlBadCharacters: PageCheck = {
  id: 'url-bad-characters',
  type: 'url_issue',
  severity: 'warning',
  applies: 'html',
  title: 'URL with spaces or invalid characters',
  passedTitle: 'The URL has no problematic characters',
  why: 'Spaces, double slashes, backslashes and control characters are lost or changed when a URL is copied, mailed or logged. The same page then gets several URLs.',
  fix: 'Use hyphens instead of spaces, and single slashes, and redirect the old URL to the new one with 301.',
  example: { before: '/our%20prices//moorings', after: '/our-prices/moorings' },
  sources: [
    {
      title: 'Google: URL structure',
      url: 'https://developers.google.com/search/docs/crawling-indexing/url-structure',
    },
    { title: 'RFC 3986, section 2: Characters', url: 'https://www.rfc-editor.org/rfc/rfc3986#section-2' },
  ],
  check: ({ url }) => {
    if (isPlainUrl(url)) return []
    const path = URL.parse(url)?.pathname ?? ''
    const found = troubles.flatMap(({ pattern, words }) => {
      const at = path.search(pattern)
      return at === -1 ? [] : [{ words, position: at + 1 }]
    })
    const [first] = found
    if (!first) return []
    const table = tableEvidence({
      label: 'Characters',
      columns: ['URL', 'Character', 'Position in the path'],
      items: found,
      row: item => [url, item.words, item.position],
    })
    return [{ message: `URL contains ${found.map(item => item.words).join(' and ')}`, evidence: [table] }]
  },
}

/** In a normalised path blanks and control characters are percent-encoded and a bare backslash is a slash. */
const troubles: readonly { pattern: RegExp; words: string }[] = [
  { pattern: /%20| /, words: 'a space' },
  { pattern: /\/\//, words: 'a double slash' },
  { pattern: /%5C|\\/, words: 'a backslash' },
  { pattern: /%[01][0-9A-F]|%7F/, words: 'a control character' },
]
