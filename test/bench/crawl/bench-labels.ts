import { type BenchRandom, benchRandom } from './bench-random.ts'

/** Made-up words, entities and other scripts, so that text costs what it costs on the web. */

const SYLLABLES =
  'ba be ca ce co da de di do fa fe ga go ha he ka ki la le li lo ma me mi mo na ne ni no pa pe po ra re ri ro sa se si so ta te ti to va ve vi vo za'
const WORD_COUNT = 2_000
const ODD_WORDS = [
  'caf&eacute;',
  'R&amp;D',
  'Zürich',
  '東京',
  '5&nbsp;kg',
  '&lt;em&gt;',
  '“quoted”',
  'isn&#8217;t',
] as const

const vocabulary = makeVocabulary()

function makeVocabulary(): [string, ...string[]] {
  const random = benchRandom('vocabulary', 0)
  const [first = 'ba', ...others] = SYLLABLES.split(' ')
  const syllables: [string, ...string[]] = [first, ...others]
  const words = new Set<string>()
  while (words.size < WORD_COUNT)
    words.add(Array.from({ length: 2 + random.below(3) }, () => random.pick(syllables)).join(''))
  const [head = 'ba', ...tail] = words
  return [head, ...tail]
}

/** Letters only: for titles and URLs. */
export function plainWords(random: BenchRandom, count: number): string {
  return Array.from({ length: count }, () => random.pick(vocabulary)).join(' ')
}

/** With an entity or a word of another script now and then. */
export function prose(random: BenchRandom, count: number): string {
  return Array.from({ length: count }, () => random.pick(random.perMille(12) ? ODD_WORDS : vocabulary)).join(' ')
}

export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
