import type { PageCheck } from '../check.ts'
import { tableEvidence } from '../evidence.ts'
import { isPlainUrl } from '../url-parts.ts'

export const urlBadCharacters: PageCheck = {
  id: 'url-bad-characters',
  type: 'url_issue',
  severity: 'warning',
  applies: 'html',
  title: 'Address has troublesome characters',
  passedTitle: 'The address has no troublesome characters',
  why: 'Blanks, doubled slashes, backslashes and control characters are lost or changed when an address is copied, mailed or logged. So the same page goes by several addresses.',
  fix: 'Use hyphens in place of blanks and single slashes, and redirect the old address to the new one with 301.',
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
      columns: ['Address', 'What', 'Position in the path'],
      items: found,
      row: item => [url, item.words, item.position],
    })
    return [{ message: `Address has ${found.map(item => item.words).join(' and ')}`, evidence: [table] }]
  },
}

/** In a normalised path blanks and control characters are percent-encoded and a bare backslash is a slash. */
const troubles: readonly { pattern: RegExp; words: string }[] = [
  { pattern: /%20| /, words: 'a blank' },
  { pattern: /\/\//, words: 'a doubled slash' },
  { pattern: /%5C|\\/, words: 'a backslash' },
  { pattern: /%[01][0-9A-F]|%7F/, words: 'a control character' },
]
