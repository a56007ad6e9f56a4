import { testCheck } from '../test-check.ts'
import { ogIncomplete } from './og-incomplete.ts'

const tags = (...properties: string[]) => ({ openGraph: properties.map((name): [string, string] => [name, 'x']) })

testCheck(ogIncomplete, {
  passes: {
    'a page without such tags': { openGraph: [] },
    'tags of another vocabulary only': tags('article:author', 'fb:app_id'),
    'the four tags': tags('og:title', 'og:type', 'og:image', 'og:url'),
    'the image under its other name': tags('og:title', 'og:type', 'og:image:secure_url', 'og:url'),
  },
  fails: {
    'two missing tags': {
      facts: tags('og:title', 'og:image'),
      finds: {
        severity: 'info',
        message: 'Incomplete Open Graph tags: og:type, og:url missing',
        evidence: [
          {
            kind: 'table',
            label: 'Open Graph tags',
            columns: ['Tag', 'Content'],
            rows: [
              ['og:title', 'x'],
              ['og:image', 'x'],
              ['og:type', '(missing)'],
              ['og:url', '(missing)'],
            ],
          },
        ],
      },
    },
    'an empty tag': {
      facts: {
        openGraph: [
          ['og:title', ' '],
          ['og:type', 'website'],
          ['og:image', 'x'],
          ['og:url', 'x'],
        ],
      },
      finds: {
        message: 'Incomplete Open Graph tags: og:title empty',
        evidence: [
          {
            kind: 'table',
            label: 'Open Graph tags',
            columns: ['Tag', 'Content'],
            rows: [
              ['og:title', '(empty)'],
              ['og:type', 'website'],
              ['og:image', 'x'],
              ['og:url', 'x'],
            ],
          },
        ],
      },
    },
    'one missing, one empty under its other name': {
      facts: {
        openGraph: [
          ['og:title', 'x'],
          ['og:type', 'website'],
          ['og:image:url', ''],
        ],
      },
      finds: {
        message: 'Incomplete Open Graph tags: og:url missing; og:image empty',
        evidence: [
          {
            kind: 'table',
            label: 'Open Graph tags',
            columns: ['Tag', 'Content'],
            rows: [
              ['og:title', 'x'],
              ['og:type', 'website'],
              ['og:image:url', '(empty)'],
              ['og:url', '(missing)'],
            ],
          },
        ],
      },
    },
  },
})
