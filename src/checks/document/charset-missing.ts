import { templateCheck } from '../element-check.ts'
import { codeEvidence, textEvidence } from '../evidence.ts'

/** HTML: the element containing the declaration must be within the first 1024 bytes. */
const DECLARED_WITHIN_BYTES = 1_024

export const charsetMissing = templateCheck({
  id: 'charset-missing',
  type: 'meta_issue',
  severity: 'warning',
  applies: 'html',
  title: 'Missing character encoding declaration',
  passedTitle: 'The character encoding is declared',
  why: 'Without a declared encoding, browsers and crawlers guess, and some guess wrong. Characters outside English are then garbled.',
  fix: 'Put <meta charset="utf-8"> first in the head, within the first 1,024 bytes. Or send it in the response header: Content-Type: text/html; charset=utf-8.',
  example: {
    before: '<head>\n  <title>Café</title>',
    after: '<head>\n  <meta charset="utf-8">\n  <title>Café</title>',
  },
  sources: [
    {
      title: 'HTML: specifying the character encoding',
      url: 'https://html.spec.whatwg.org/multipage/semantics.html#charset',
    },
    { title: 'RFC 9110, section 8.3: Content-Type', url: 'https://www.rfc-editor.org/rfc/rfc9110#section-8.3' },
  ],
  check: ({ charset, response, headExcerpt }) => {
    // XML has its own declaration and is UTF-8 without one (XML 1.0, section 4.3.3).
    if (response.mediaType === 'application/xhtml+xml' || response.bodyBytes === 0) return null
    if (charset.from !== 'guess' && charset.from !== 'meta-late') return null
    const contentType = response.headers.find(([name]) => name === 'content-type')?.[1] ?? ''
    return {
      cause: charset.from,
      message:
        charset.from === 'meta-late'
          ? 'Character encoding is declared too late (after the first 1,024 bytes)'
          : 'No character encoding declared',
      evidence: [
        textEvidence('Content-Type', contentType === '' ? '(none)' : contentType),
        codeEvidence('Start of the head', headExcerpt.slice(0, DECLARED_WITHIN_BYTES)),
      ],
    }
  },
})
