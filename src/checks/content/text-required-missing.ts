import type { PageCheck } from '../check.ts'
import { counted } from '../counted.ts'
import { quoted, tableEvidence } from '../evidence.ts'

export const textRequiredMissing: PageCheck = {
  id: 'text-required-missing',
  type: 'content_issue',
  severity: 'warning',
  applies: 'html',
  title: 'Required text is missing',
  passedTitle: 'The page contains the required texts',
  why: 'A custom search of the crawl names a text that every page must contain, such as the code of the analytics tool or the cookie banner. This page does not contain it.',
  fix: 'Add the text to the page or to its template, or change the custom search.',
  sources: [
    {
      title: 'Google: The Google tag (gtag.js)',
      url: 'https://developers.google.com/tag-platform/gtagjs',
    },
  ],
  check: ({ searches = [] }) => {
    const missing = searches.filter(({ isRequired, count }) => isRequired && count === 0)
    const [first] = missing
    if (first === undefined) return []
    const more = missing.length > 1 ? ` and ${counted(missing.length - 1, 'other text')}` : ''
    return [
      {
        message: `Required text is missing: ${quoted(first.rule)}${more}`,
        evidence: [
          tableEvidence({ label: 'Missing texts', columns: ['Text'], items: missing, row: ({ rule }) => [rule] }),
        ],
      },
    ]
  },
}
