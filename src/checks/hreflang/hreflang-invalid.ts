import type { HreflangFact } from '#shared/element-facts.ts'
import { counted } from '../counted.ts'
import { elementCheck } from '../element-check.ts'
import { tableEvidence } from '../evidence.ts'
import { checkHreflang } from '../language-tag.ts'

export const hreflangInvalid = elementCheck<FlawedHreflang>({
  id: 'hreflang-invalid',
  type: 'hreflang_issue',
  severity: 'error',
  applies: 'html',
  title: 'Invalid hreflang annotation',
  passedTitle: 'All hreflang annotations are valid',
  why: 'Search engines ignore an hreflang annotation with an unknown language code or without an absolute URL. Visitors then get the page in the wrong language.',
  fix: 'Use a two-letter language code, with a script or country code if needed: en, en-GB, zh-Hant. Write the absolute URL, with https://.',
  example: {
    before: '<link rel="alternate" hreflang="en-UK" href="/uk/">',
    after: '<link rel="alternate" hreflang="en-GB" href="https://example.com/uk/">',
  },
  sources: [
    {
      title: 'Google: Localized versions of your pages',
      url: 'https://developers.google.com/search/docs/specialty/international/localized-versions',
    },
    { title: 'RFC 5646: Tags for identifying languages', url: 'https://www.rfc-editor.org/rfc/rfc5646' },
  ],
  elements: ({ hreflangs }) =>
    hreflangs.flatMap(hreflang => {
      const flaw = flawOf(hreflang)
      return flaw === null ? [] : [{ hreflang, ...flaw }]
    }),
  // The URLs are those of each page.
  identify: ({ hreflang, why }) => ({ tag: `${hreflang.source} ${hreflang.code} ${why}` }),
  finding: flawed => {
    const worst = flawed.find(({ isValidTag }) => !isValidTag) ?? flawed[0]
    const table = tableEvidence({
      label: 'Hreflang annotations',
      columns: ['hreflang', 'URL as written', 'Problem', 'Did you mean', 'Source', 'Line'],
      items: flawed,
      row: ({ hreflang, why, suggestion }) => [
        hreflang.code,
        hreflang.raw,
        why,
        suggestion,
        hreflang.source === 'header' ? 'Link header' : 'link tag',
        hreflang.line,
      ],
    })
    const more = flawed.length > 1 ? `, ${counted(flawed.length, 'annotation')} in total` : ''
    return {
      severity: worst.isValidTag ? 'warning' : 'error',
      message: `Invalid hreflang annotation "${worst.hreflang.code.slice(0, 40)}": ${worst.why}${more}`,
      evidence: [table],
    }
  },
})

interface HreflangFlaw {
  why: string
  suggestion: string | null
  /** A valid tag that Google does not document. */
  isValidTag: boolean
}

interface FlawedHreflang extends HreflangFlaw {
  hreflang: HreflangFact
}

function flawOf(hreflang: HreflangFact): HreflangFlaw | null {
  const problem = checkHreflang(hreflang.code)
  if (problem.kind === 'invalid') return { ...problem, isValidTag: false }
  if (hreflang.url === null) return { why: 'the value of href is not a URL', suggestion: null, isValidTag: false }
  if (!hreflang.isAbsolute) return { why: 'the URL is not absolute', suggestion: hreflang.url, isValidTag: false }
  return problem.kind === 'unsupported' ? { ...problem, isValidTag: true } : null
}
