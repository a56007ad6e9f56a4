import { testCheck } from '../test-check.ts'
import { contentHardToRead } from './content-hard-to-read.ts'

const hard =
  'Notwithstanding considerations regarding hydrographical instrumentation, institutional stakeholders demonstrate unwillingness. '
const plain = 'The lead is lowered until it touches the ground, and the line is read at 1.5 metres. '
const text = (mainText: string) => ({ content: { mainText, wordCount: 300 } })

/** A sentence of 24 words, of which 14 have seven letters, nine have six, and one has one. */
const mixed = `${'harbor, weather '.repeat(9)}a ${'weather '.repeat(4)}weather. `

/** The finding of a text of long words. */
function foundAt({
  index,
  wordsPerSentence,
  longWords = '100 %',
}: {
  index: string
  wordsPerSentence: string
  longWords?: string
}) {
  return {
    message: `Text that is hard to read: index ${index}`,
    evidence: [
      {
        kind: 'table' as const,
        label: 'Readability',
        columns: ['Words per sentence', 'Words of more than six letters', 'Index (LIX)', 'At most'],
        rows: [[wordsPerSentence, longWords, index, '70']],
      },
    ],
  }
}

testCheck(contentHardToRead, {
  passes: {
    'a plain text': text(plain.repeat(20)),
    'a language of longer words': { ...text(hard.repeat(20)), lang: 'fi' },
    'a list without full stops': text(hard.replaceAll('.', '').repeat(20)),
    'lists of 61 words, each with one full stop': text(`${'Considerations '.repeat(60)}demonstrate. `.repeat(5)),
    'a list of long words, and plain sentences': text(
      `${'Instrumentation considerations\n'.repeat(20)}${plain.repeat(5)}`,
    ),
    'short sentences between headings and list items': text(
      'Hydrographical considerations\nThe boat goes out.\nInstitutional stakeholders\nCalibration\n'.repeat(20),
    ),
    'a few hard sentences': text(hard.repeat(4)),
    'a short text': { content: { mainText: hard.repeat(20), wordCount: 149 } },
  },
  fails: {
    'hard sentences around code, below headings': {
      facts: {
        content: {
          mainText: `Instrumentation\n${hard.replace('stakeholders ', 'stakeholders x ')}\n`.repeat(20),
          codeRanges: Array.from({ length: 20 }, (_, index) => {
            const at =
              index * (hard.length + 'Instrumentation\nx \n'.length) + `Instrumentation\n${hard}`.indexOf('demonstrate')
            return [at, at + 1]
          }),
          wordCount: 300,
        },
      },
      finds: foundAt({ index: '109', wordsPerSentence: '9.0' }),
    },
    'sentences of 60 long words': {
      facts: text(`${'Considerations '.repeat(59)}demonstrate. `.repeat(5)),
      finds: foundAt({ index: '160', wordsPerSentence: '60.0' }),
    },
    'sentences with each of the marks': {
      facts: text(`${hard}${hard.replace('.', '?')}${hard.replace('.', '!')}`.repeat(7)),
      finds: foundAt({ index: '109', wordsPerSentence: '9.0' }),
    },
    'sentences with a blank before their mark, or with several marks': {
      facts: text([' ?', '?!', '...', '. . .'].map(marks => hard.replace('.', marks).repeat(5)).join('')),
      finds: foundAt({ index: '109', wordsPerSentence: '9.0' }),
    },
    // 97 words, of which 57 are long, in five sentences.
    'words of seven letters among shorter ones, from the first sentence to one of one word': {
      facts: { content: { mainText: `${mixed.repeat(4)}Weather.`, wordCount: 150 } },
      finds: foundAt({ index: '78', wordsPerSentence: '19.4', longWords: '59 %' }),
    },
    'the same in another order': {
      facts: text(`Weather. ${mixed.repeat(4)}`),
      finds: foundAt({ index: '78', wordsPerSentence: '19.4', longWords: '59 %' }),
    },
    'the same with a line end beside a blank, where code was cut out': {
      facts: text(`Weather. ${mixed.replace(' a ', '\n a ')}${mixed.replace(' a ', ' \na ')}${mixed.repeat(2)}`),
      finds: foundAt({ index: '78', wordsPerSentence: '19.4', longWords: '59 %' }),
    },
    'a text of long words': {
      facts: text(hard.repeat(20)),
      finds: foundAt({ index: '109', wordsPerSentence: '9.0' }),
    },
  },
})
