/**
 * The language of a text by its most frequent short words, for languages that are written in Latin letters. It says nothing of a text
 * without enough of them.
 */
const wordsByLanguage: Readonly<Record<string, string>> = {
  en: 'the of and to is that for was with are this you from have not they which be at by it on has were been their will',
  de: 'der die und das den von mit ist im nicht ein eine auf für sich dem des auch als an werden aus wie bei wird sind oder zum',
  fr: 'le la les et des est un une du que dans pour qui sur pas plus par avec ce sont au il ne aux ou cette vous nous',
  es: 'el la los y las del que en un una es por con para se su al lo como más pero sus este también son',
  it: 'il di che la per un una non sono del della con le dei da al nel si alla anche è gli più come delle questo',
  nl: 'de het een en van ik te dat die niet zijn op aan met als voor er maar om ook bij uit nog wordt door naar deze',
  pt: 'o a os que do da em um para com não uma no na se por mais as dos como mas ao ele das são também você',
  pl: 'i w na z się do nie że jest o jak to od po za przez dla oraz są był może który jego tym także',
  sv: 'och att det som en på är av för med den till inte om ett har de jag från vid kan när så eller vi',
  da: 'og at det som en på er af for med den til ikke om et har de jeg fra ved kan når så eller vi var',
  cs: 'a se na je v že s z do o to jako za by které pro ale jsou od po jeho který nebo při také',
}

const languages = Object.keys(wordsByLanguage)

const words = languages.map(language => (wordsByLanguage[language] ?? '').split(' '))
const letters = [...new Set(words.flat().join(''))]

/** Of a JavaScript string. */
const CODES = 2 ** 16
/** By code, the position of a letter of the lists, counted from 1; 0 of any other. */
const positions = new Uint8Array(CODES)
for (const [index, letter] of letters.entries()) positions[letter.charCodeAt(0)] = index + 1

/** States in which a word is read: it is none of the lists; nothing is read yet. */
const [UNKNOWN, START] = [0, 1]
const width = letters.length + 1
const MAX_STATES = 2 + words.flat().join('').length
/** By state and position of the next letter, the next state. */
const nextStates = new Uint16Array(MAX_STATES * width)
/** By state, the languages that use the word: one bit each. */
const languagesOfState = new Uint16Array(MAX_STATES)
let states = 2
for (const [index, ofLanguage] of words.entries()) {
  for (const word of ofLanguage) {
    let state = START
    for (let at = 0; at < word.length; at++) {
      const place = state * width + (positions[word.charCodeAt(at)] ?? 0)
      nextStates[place] ||= states++
      state = nextStates[place] ?? UNKNOWN
    }
    languagesOfState[state] = (languagesOfState[state] ?? 0) | (1 << index)
  }
}

/** So much is enough to be sure, and soon read. */
const MAX_READ = 1_600

const [LINE_FEED, SPACE] = [0x0a, 0x20]
const HIGHEST_BIT = 31

export interface LanguageShares {
  words: number
  /** By language, the share of words that are among its frequent ones. */
  shares: ReadonlyMap<string, number>
}

export function languageShares(text: string): LanguageShares {
  const counts = new Array<number>(languages.length).fill(0)
  const read = text.slice(0, MAX_READ).toLowerCase()
  let words = 0
  let state = START
  // Letter by letter, without lists: cutting out each word and looking it up takes ten times as long. A word with a comma is not known,
  // which makes no difference.
  for (let at = 0; at <= read.length; at++) {
    const code = at < read.length ? read.charCodeAt(at) : SPACE
    if (code !== SPACE && code !== LINE_FEED) {
      state = nextStates[state * width + (positions[code] ?? 0)] ?? UNKNOWN
      continue
    }
    if (state === START) continue
    words++
    for (let known = languagesOfState[state] ?? 0; known !== 0; known &= known - 1) {
      const index = HIGHEST_BIT - Math.clz32(known & -known)
      counts[index] = (counts[index] ?? 0) + 1
    }
    state = START
  }
  const shares = new Map(languages.map((language, index) => [language, words === 0 ? 0 : (counts[index] ?? 0) / words]))
  return { words, shares }
}

export const isKnownLanguage = (language: string): boolean => Object.hasOwn(wordsByLanguage, language)
