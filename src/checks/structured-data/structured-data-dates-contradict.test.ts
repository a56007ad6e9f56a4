import type { JsonLdFact } from '#shared/element-facts.ts'
import { testCheck } from '../test-check.ts'
import { structuredDataDatesContradict } from './structured-data-dates-contradict.ts'

const article = (dates: object): { jsonLd: JsonLdFact[] } => ({
  jsonLd: [
    {
      raw: JSON.stringify({ '@context': 'https://schema.org', '@type': 'Article', ...dates }),
      line: 5,
      error: null,
      types: ['Article'],
    },
  ],
})

testCheck(structuredDataDatesContradict, {
  passes: {
    'dates in their order': article({ datePublished: '2026-01-01', dateModified: '2026-01-02' }),
    'one day in two time zones': article({
      datePublished: '2026-01-02T00:30:00+01:00',
      dateModified: '2026-01-01T23:45:00Z',
    }),
    'one date alone': article({ dateModified: '2026-01-01' }),
    'dates in words, which have their own check': article({ datePublished: 'May 2026', dateModified: 'May 2025' }),
    'dates that do not exist': article({ datePublished: '2026-99-01', dateModified: '2025-01-01' }),
  },
  fails: {
    'an article that was modified before it was published': {
      facts: article({ datePublished: '2026-01-02', dateModified: '2025-01-01T10:00:00Z' }),
      finds: {
        message:
          'Dates in structured data contradict each other: dateModified 2025-01-01T10:00:00Z is before datePublished 2026-01-02',
        evidence: [
          {
            kind: 'table',
            label: 'Dates',
            columns: ['Path', 'Begins', 'Ends', 'Starts at line'],
            rows: [['Article', 'datePublished: 2026-01-02', 'dateModified: 2025-01-01T10:00:00Z', '5']],
          },
        ],
      },
    },
  },
})
