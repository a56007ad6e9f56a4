import { isAbove, TOLERANCE_NOTE } from '#shared/thresholds.ts'
import type { PageCheck } from '../check.ts'
import { tableEvidence } from '../evidence.ts'
import { declareThresholds } from '../thresholds.ts'
import { mainPiece } from './prose.ts'

const thresholds = declareThresholds({
  maxIndex: {
    label: 'Maximum readability index (LIX)',
    unit: 'points',
    default: 70,
    min: 30,
    max: 120,
    explanation: `A text with a higher index is reported: 40 is a newspaper, 50 an official text, 60 and more a scientific one. ${TOLERANCE_NOTE}`,
  },
})

export const contentHardToRead: PageCheck<typeof thresholds> = {
  id: 'content-hard-to-read',
  type: 'content_issue',
  severity: 'info',
  applies: 'html-ok',
  title: 'Text that is hard to read',
  passedTitle: 'The text is not hard to read',
  why: 'Most visitors give up on a text of long sentences and long words. The index (LIX) is the mean number of words in a sentence plus the share of words of more than six letters.',
  fix: 'Divide long sentences, and use the word that people say. A text for experts may stay as it is.',
  sources: [
    { title: 'WCAG 3.1.5: Reading level', url: 'https://www.w3.org/WAI/WCAG22/Understanding/reading-level.html' },
    {
      title: 'Anderson: Lix and Rix, variations on a readability index',
      url: 'https://www.jstor.org/stable/40031755',
    },
  ],
  thresholds,
  check: (page, { maxIndex }) => {
    const language = (page.lang ?? '').toLowerCase().split('-')[0] ?? ''
    if (!COMPARABLE.has(language) || page.content.isListingOrTool || page.content.wordCount < MIN_WORDS) return []
    const { words, sentences, longWords } = countsOf(mainPiece(page).text)
    const perSentence = words / sentences
    // Without full stops it is a list or a table.
    if (sentences < MIN_SENTENCES || perSentence > MOST_PER_SENTENCE) return []
    const index = Math.round(perSentence + (100 * longWords) / words)
    if (!isAbove(index, maxIndex)) return []
    const table = tableEvidence({
      label: 'Readability',
      columns: ['Words per sentence', 'Words of more than six letters', 'Index (LIX)', 'At most'],
      items: [index],
      row: value => [perSentence.toFixed(1), `${Math.round((100 * longWords) / words)} %`, value, maxIndex],
    })
    return [{ message: `Text that is hard to read: index ${index}`, evidence: [table] }]
  },
}

/** Languages in which words are about as long as in the texts that the index was made for. */
const COMPARABLE: ReadonlySet<string> = new Set(['en', 'fr', 'es', 'it', 'pt', 'nl', 'sv', 'da', 'nb', 'no', 'de'])
const MIN_WORDS = 150
const MIN_SENTENCES = 5
const MOST_PER_SENTENCE = 60
const LONG_WORD = 6
/** So much shows how a text is written. */
const MAX_READ = 10_000

interface Counts {
  words: number
  sentences: number
  longWords: number
}

/**
 * Counts whole sentences alone, in one pass without lists: texts are long. A line that ends without a mark is a heading, a list item or a cell.
 * Whatever is no blank or mark of a sentence belongs to a word.
 */
function countsOf(text: string): Counts {
  const counts: Counts = { words: 0, sentences: 0, longWords: 0 }
  const end = Math.min(text.length, MAX_READ)
  let [length, words, longWords] = [0, 0, 0]
  for (let at = 0; at < end; at++) {
    const code = text.charCodeAt(at)
    const isMark = code === FULL_STOP || code === QUESTION_MARK || code === EXCLAMATION_MARK
    if (code > SPACE && !isMark && code !== COMMA) {
      length++
      continue
    }
    if (length > 0) words++
    if (length > LONG_WORD) longWords++
    // Not the point in a number or a name. Of several marks the last one; French has a blank before it.
    const isEnd = isMark && words > 0 && !(text.charCodeAt(at + 1) > SPACE)
    if (isEnd) {
      counts.sentences++
      counts.words += words
      counts.longWords += longWords
    }
    if (isEnd || (code === LINE_FEED && isBlockEnd(text, at))) words = longWords = 0
    length = 0
  }
  return counts
}

/** Where code was cut out within a sentence, the line end stands beside a blank. */
function isBlockEnd(text: string, at: number): boolean {
  return text.charCodeAt(at - 1) !== SPACE && text.charCodeAt(at + 1) !== SPACE
}

const [LINE_FEED, SPACE, EXCLAMATION_MARK, COMMA, FULL_STOP, QUESTION_MARK] = [0x0a, 0x20, 0x21, 0x2c, 0x2e, 0x3f]
