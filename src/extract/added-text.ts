import { wordsOf } from './words.ts'

const MAX_ADDED_TEXTS = 3
/** Shorter ones say nothing by themselves. */
const MIN_SENTENCE = 20
const MAX_SENTENCE = 200
/** Of so many sentences examples are looked for. */
const MAX_SENTENCES_LOOKED_AT = 500

/** What a text has that another one does not: how many words, each as often as it is missing, and a few whole sentences. */
export function addedText(text: string, before: string): { addedWordCount: number; addedTexts: string[] } {
  const known = new Map<number, number>()
  for (const word of wordsOf(before).hashes) known.set(word, (known.get(word) ?? 0) + 1)
  let addedWordCount = 0
  for (const word of wordsOf(text).hashes) {
    const left = known.get(word) ?? 0
    if (left > 0) known.set(word, left - 1)
    else addedWordCount++
  }
  if (addedWordCount === 0) return { addedWordCount, addedTexts: [] }
  const sentences = text.split(/(?<=[.!?…])\s+|(?<=[。！？])/u, MAX_SENTENCES_LOOKED_AT)
  const addedTexts = sentences
    .filter(sentence => sentence.length >= MIN_SENTENCE && !before.includes(sentence))
    .slice(0, MAX_ADDED_TEXTS)
    .map(sentence => (sentence.length > MAX_SENTENCE ? `${sentence.slice(0, MAX_SENTENCE - 1)}…` : sentence))
  return { addedWordCount, addedTexts }
}
