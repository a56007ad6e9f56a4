import { counted } from '../counted.ts'
import { elementCheck } from '../element-check.ts'
import { tableEvidence } from '../evidence.ts'
import { type Gap, missingInWords, richResultGaps } from './rich-results/gaps.ts'

export const structuredDataRequired = elementCheck<Gap>({
  id: 'structured-data-required',
  type: 'structured_data_issue',
  severity: 'warning',
  applies: 'html-ok',
  title: 'Missing required structured data properties',
  passedTitle: 'Required structured data properties are present',
  why: 'Google shows a rich result for this type only with certain properties. Without them the markup has no effect.',
  fix: 'Add the missing properties with values that the page itself shows. If the page does not have them, the type does not fit and can be removed.',
  example: {
    before: '{ "@type": "Product", "name": "Anchor" }',
    after:
      '{ "@type": "Product", "name": "Anchor", "offers": { "@type": "Offer", "price": 49, "priceCurrency": "EUR" } }',
  },
  sources: [
    {
      title: 'Google: Structured data that Search supports',
      url: 'https://developers.google.com/search/docs/appearance/structured-data/search-gallery',
    },
  ],
  elements: page => richResultGaps(page).filter(gap => gap.required.length > 0),
  identify: ({ type, result, required, syntax }) => ({
    tag: [syntax, type, result.url, ...required.map(({ path }) => path)].join(' '),
  }),
  finding: gaps => {
    const [first] = gaps
    const table = tableEvidence({
      label: 'Missing properties',
      columns: ['Type', 'Missing', 'Documented at', 'Syntax', 'Starts at line'],
      items: gaps,
      row: ({ type, required, result, syntax, line }) => [
        type,
        missingInWords(required, '; '),
        result.url,
        syntax,
        line || '',
      ],
    })
    const paths = first.required.map(({ path }) => path).join(', ')
    const more = gaps.length === 1 ? '' : ` (${counted(gaps.length, 'object')} in total)`
    return {
      message: `Missing required structured data properties of ${first.type}: ${paths}${more}`,
      evidence: [table],
    }
  },
})
