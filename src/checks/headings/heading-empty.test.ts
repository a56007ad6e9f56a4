import { testCheck } from '../test-check.ts'
import { headingWith } from '../test-facts.ts'
import { headingEmpty } from './heading-empty.ts'

const h1 = headingWith(1, 'Sounding the harbour')
const table = (...rows: string[][]) => ({
  kind: 'table',
  label: 'Empty headings',
  columns: ['Level', 'Line', 'Element'],
  rows,
})

testCheck(headingEmpty, {
  passes: {
    'a hidden heading that is filled by a script': { headings: [h1, headingWith(2, '', { isHidden: true })] },
    'an empty H1 alone, which is a missing H1': { headings: [headingWith(1, '')] },
  },
  fails: {
    'an empty heading beside filled ones': {
      facts: { headings: [h1, headingWith(2, ' ')] },
      finds: { message: 'Empty headings: 1 heading', evidence: [table(['H2', '10', 'body > main > h2'])] },
    },
    'an empty H2 beside an empty H1, which is a missing H1': {
      facts: { headings: [headingWith(1, ''), headingWith(2, '')] },
      finds: { message: 'Empty headings: 1 heading', evidence: [table(['H2', '10', 'body > main > h2'])] },
    },
    'an empty H1 beside a filled one': {
      facts: { headings: [headingWith(1, ''), h1] },
      finds: { message: 'Empty headings: 1 heading', evidence: [table(['H1', '10', 'body > main > h1'])] },
    },
  },
})
