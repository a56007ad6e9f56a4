const WORDS_BEFORE = 5
const WORDS_SHOWN = 30

/** Two texts around the first word in which they differ, a few words before it and some after. */
export function firstDifference(a: string, b: string): [a: string, b: string] {
  const [wordsA, wordsB] = [a.split(/\s+/), b.split(/\s+/)]
  let at = 0
  while (at < wordsA.length && at < wordsB.length && wordsA[at] === wordsB[at]) at++
  return [around(wordsA, at), around(wordsB, at)]
}

function around(words: readonly string[], at: number): string {
  const from = Math.max(0, at - WORDS_BEFORE)
  const to = from + WORDS_SHOWN
  return `${from > 0 ? '… ' : ''}${words.slice(from, to).join(' ')}${to < words.length ? ' …' : ''}`
}
