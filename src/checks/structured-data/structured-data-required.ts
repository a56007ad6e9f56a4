import type { PageCheck } from '../check.ts'
import { counted } from '../counted.ts'
import { tableEvidence } from '../evidence.ts'
import { missingInWords, richResultGaps } from './rich-results/gaps.ts'

export const structuredDataRequired: PageCheck = {
  id: 'structured-data-required',
  type: 'structured_data_issue',
  severity: 'warning',
  applies: 'html-ok',
  title: 'Structured data lacks what a rich result needs',
  passedTitle: 'Structured data holds what rich results need',
  why: 'Google shows a rich result for this type only when certain properties are there. Without them the markup has no effect.',
  fix: 'Add the missing properties with what the page itself shows. Where the page does not have it, the type does not fit, and can be left out.',
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
  check: page => {
    const flawed = richResultGaps(page).filter(gap => gap.required.length > 0)
    const [first] = flawed
    if (!first) return []
    const table = tableEvidence({
      label: 'What is missing',
      columns: ['Type', 'Missing', 'Documented at', 'Syntax', 'Starts at line'],
      items: flawed,
      row: ({ type, required, result, syntax, line }) => [
        type,
        missingInWords(required, '; '),
        result.url,
        syntax,
        line || '',
      ],
    })
    const paths = first.required.map(({ path }) => path).join(', ')
    const more = flawed.length === 1 ? '' : `, and so on for ${counted(flawed.length, 'object')}`
    return [{ message: `Structured data of type ${first.type} lacks ${paths}${more}`, evidence: [table] }]
  },
}
