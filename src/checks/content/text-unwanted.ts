import type { PageCheck } from '../check.ts'
import { counted } from '../counted.ts'
import { quoted, tableEvidence } from '../evidence.ts'

export const textUnwanted: PageCheck = {
  id: 'text-unwanted',
  type: 'content_issue',
  severity: 'warning',
  applies: 'html',
  title: 'Page contains an unwanted text',
  passedTitle: 'The page contains no unwanted text',
  why: 'A custom search of the crawl names a text that no page may contain, such as an old brand name, the host of a test server or the code of a tool that is no longer used.',
  fix: 'Remove the text from the page or from its template, or change the custom search.',
  sources: [
    {
      title: 'Google: The Google tag (gtag.js)',
      url: 'https://developers.google.com/tag-platform/gtagjs',
    },
  ],
  check: ({ searches = [] }) => {
    const found = searches.filter(({ isRequired, count }) => !isRequired && count > 0)
    const [first] = found
    if (first === undefined) return []
    const more = found.length > 1 ? ` and ${counted(found.length - 1, 'other text')}` : ''
    const places = found.flatMap(({ rule, places: shown }) => shown.map(place => ({ rule, ...place })))
    return [
      {
        message: `Page contains an unwanted text: ${quoted(first.rule)}${more}`,
        evidence: [
          tableEvidence({
            label: 'Texts',
            columns: ['Text', 'Count'],
            items: found,
            row: ({ rule, count }) => [rule, count],
          }),
          tableEvidence({
            label: 'First places',
            columns: ['Text', 'Excerpt', 'Line'],
            items: places,
            row: ({ rule, excerpt, line }) => [rule, excerpt, line],
          }),
        ],
      },
    ]
  },
}
