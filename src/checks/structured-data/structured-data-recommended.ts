import { counted } from '../counted.ts'
import { elementCheck } from '../element-check.ts'
import { tableEvidence } from '../evidence.ts'
import { type Gap, missingInWords, richResultGaps } from './rich-results/gaps.ts'

export const structuredDataRecommended = elementCheck<Incomplete>({
  id: 'structured-data-recommended',
  type: 'structured_data_issue',
  severity: 'info',
  applies: 'html-ok',
  title: 'Missing recommended structured data properties',
  passedTitle: 'Recommended structured data properties are present',
  why: 'All properties required for a rich result are present. Google shows more of it, and shows it more often, with the properties that it recommends for this type.',
  fix: 'Add those properties whose values the page itself shows. Omit the others: an invented value is worse than none.',
  example: {
    before: '{ "@type": "Article", "headline": "Tides", "author": { "@type": "Person", "name": "Jane" } }',
    after:
      '{ "@type": "Article", "headline": "Tides", "datePublished": "2026-03-31", "dateModified": "2026-04-02", "image": "https://example.com/tide.jpg", "author": { "@type": "Person", "name": "Jane", "url": "https://example.com/jane" } }',
  },
  sources: [
    {
      title: 'Google: Structured data that Search supports',
      url: 'https://developers.google.com/search/docs/appearance/structured-data/search-gallery',
    },
    {
      title: 'Google: How structured data works',
      url: 'https://developers.google.com/search/docs/appearance/structured-data/intro-structured-data',
    },
  ],
  elements: page => {
    const gaps = richResultGaps(page)
    if (gaps.length === 0) return []
    const incomplete = new Set(gaps.filter(gap => gap.required.length > 0).map(gap => gap.type))
    const open = gaps.filter(gap => gap.recommended.length > 0 && !incomplete.has(gap.type))
    return [...Map.groupBy(open, gap => gap.type)].map(([type, ofType]) => ({ type, gaps: ofType }))
  },
  identify: ({ type, gaps }) => ({ tag: [type, ...missingOf(gaps)].join(' ') }),
  finding: found => {
    const [first] = found
    const table = tableEvidence({
      label: 'Missing properties',
      columns: ['Type', 'Missing', 'Objects', 'Documented at', 'Syntax', 'First starts at line'],
      items: found.flatMap(({ gaps }) => rowsOf(gaps)),
      row: ({ gap: { type, recommended, result, syntax, line }, count }) => [
        type,
        missingInWords(recommended, '; '),
        count,
        result.url,
        syntax,
        line || '',
      ],
    })
    const more = found.length === 1 ? '' : ` (${counted(found.length, 'type')} in total)`
    return {
      message: `Missing recommended structured data properties of ${first.type}: ${namesOf(missingOf(first.gaps))}${more}`,
      evidence: [table],
    }
  },
})

/** All of one type: a list repeats what its first item lacks. */
interface Incomplete {
  type: string
  gaps: readonly Gap[]
}

/** Gaps that are alike share a row. */
function rowsOf(gaps: readonly Gap[]): { gap: Gap; count: number }[] {
  const rows = Map.groupBy(gaps, keyOf)
  return [...rows.values()].flatMap(alike => alike.slice(0, 1).map(gap => ({ gap, count: alike.length })))
}

function missingOf(gaps: readonly Gap[]): string[] {
  return [...new Set(gaps.flatMap(gap => gap.recommended.map(({ path }) => path)))]
}

const keyOf = ({ result, recommended, syntax }: Gap): string =>
  [result.url, missingInWords(recommended, '; '), syntax].join(' ')

const MAX_NAMES = 6

function namesOf(paths: readonly string[]): string {
  const shown = paths.slice(0, MAX_NAMES).join(', ')
  return paths.length > MAX_NAMES ? `${shown}, and ${paths.length - MAX_NAMES} more` : shown
}
