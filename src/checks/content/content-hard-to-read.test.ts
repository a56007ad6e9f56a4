import { testCheck } from '../test-check.ts'
import { contentHardToRead } from './content-hard-to-read.ts'

const hard =
  'Notwithstanding considerations regarding hydrographical instrumentation, institutional stakeholders demonstrate unwillingness. '
const plain = 'The lead is lowered until it touches the ground, and the line is read at 1.5 metres. '
const text = (mainText: string) => ({ content: { mainText, wordCount: 300 } })

testCheck(contentHardToRead, {
  passes: {
    'a plain text': text(plain.repeat(20)),
    'a language of longer words': { ...text(hard.repeat(20)), lang: 'fi' },
    'a list without full stops': text(hard.replaceAll('.', '').repeat(20)),
    'a few hard sentences': text(hard.repeat(4)),
    'a short text': { content: { mainText: hard.repeat(20), wordCount: 149 } },
  },
  fails: {
    'a text of long words': {
      facts: text(hard.repeat(20)),
      finds: {
        message: 'Text that is hard to read: index 109',
        evidence: [
          {
            kind: 'table',
            label: 'Readability',
            columns: ['Words per sentence', 'Words of more than six letters', 'Index (LIX)', 'At most'],
            rows: [['9.0', '100 %', '109', '70']],
          },
        ],
      },
    },
  },
})
