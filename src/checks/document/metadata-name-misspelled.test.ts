import type { MisspelledNameFact } from '#shared/element-facts.ts'
import { testCheck } from '../test-check.ts'
import { metadataNameMisspelled } from './metadata-name-misspelled.ts'

const table = (...rows: string[][]) => ({
  kind: 'table',
  label: 'Elements with a misspelled name',
  columns: ['Attribute', 'Name', 'Did you mean', 'Tag', 'Line'],
  rows,
})
const alternative = (line: number): MisspelledNameFact => ({
  attribute: 'rel',
  name: 'alternative',
  meant: 'alternate',
  tag: `<link rel="alternative" hreflang="de" href="/${line}">`,
  line,
})
const images: MisspelledNameFact = {
  attribute: 'property',
  name: 'og:images',
  meant: 'og:image',
  tag: '<meta property="og:images" content="/a.png">',
  line: 7,
}

testCheck(metadataNameMisspelled, {
  passes: { 'a head without such names': {} },
  fails: {
    'a relation that search engines do not know': {
      facts: { misspelledNames: [alternative(4), alternative(5)] },
      finds: {
        severity: 'error',
        message: 'Misspelled name of a metadata element: rel="alternative" in place of "alternate"',
        evidence: [
          table(
            ['rel', 'alternative', 'alternate', alternative(4).tag, '4'],
            ['rel', 'alternative', 'alternate', alternative(5).tag, '5'],
          ),
        ],
      },
    },
    'several names, as an error where search engines read one of them': {
      facts: { misspelledNames: [images, alternative(9)] },
      finds: {
        severity: 'error',
        message: 'Misspelled name of a metadata element: property="og:images" in place of "og:image", 2 names in total',
        evidence: [
          table(
            ['property', 'og:images', 'og:image', images.tag, '7'],
            ['rel', 'alternative', 'alternate', alternative(9).tag, '9'],
          ),
        ],
      },
    },
    'a name that only networks read': {
      facts: { misspelledNames: [images] },
      finds: {
        severity: 'warning',
        message: 'Misspelled name of a metadata element: property="og:images" in place of "og:image"',
        evidence: [table(['property', 'og:images', 'og:image', images.tag, '7'])],
      },
    },
  },
})
