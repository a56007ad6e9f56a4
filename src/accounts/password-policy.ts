import { passwordSchema } from '#shared/account.ts'
import { PRODUCT_NAME } from '#shared/constants.ts'
import { commonWords, runs } from './common-passwords.ts'
import { preparedPassword } from './password-hash.ts'

const CONTROL = /\p{Cc}/u
/** A password that repeats so short a piece is no longer than that piece. */
const MAX_REPEATED_CHARACTERS = 8
const MIN_RUN_CHARACTERS = 4
const MIN_NAME_CHARACTERS = 4
/** What has to be left without common words, runs and names. Digits and marks beside them are guessed first, so they count half. */
const MIN_REST_CHARACTERS = 8
const SEPARATORS = /[\s._-]+/g

/** Letters that common replacements stand for, one for one. */
const replacements: readonly Record<string, string>[] = [
  { '0': 'o', '1': 'l', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's', '!': 'i' },
  { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's', '!': 'l' },
]

/**
 * Why a password cannot be taken, for a person; null when it can. Length counts (OWASP ASVS 5.0, 6.2), no kind of character is
 * demanded; refused is what would be guessed in spite of its length.
 */
export function passwordProblem(password: string, username: string): string | null {
  const prepared = preparedPassword(password)
  if (!password.isWellFormed() || CONTROL.test(password)) return 'A password must not contain control characters'
  for (const text of [password, prepared]) {
    const checked = passwordSchema.safeParse(text)
    if (!checked.success) return checked.error.issues[0]?.message ?? 'Enter a password'
  }
  const folded = prepared.toLowerCase()
  if (repeatsShortPiece(folded)) return 'A password must not repeat one short piece'
  const compact = folded.replace(SEPARATORS, '')
  const names = [username.toLowerCase().replace(SEPARATORS, ''), PRODUCT_NAME.toLowerCase()]
  const guessable = new Set([
    ...runPositions(compact),
    ...wordPositions(compact, commonWords),
    ...wordPositions(
      compact,
      names.filter(name => name.length >= MIN_NAME_CHARACTERS),
    ),
  ])
  if (guessable.size === 0 || restLength(compact, guessable) >= MIN_REST_CHARACTERS) return null
  return 'This password is easy to guess: it is mostly a name, a common word or a keyboard sequence'
}

function repeatsShortPiece(text: string): boolean {
  for (let length = 1; length <= MAX_REPEATED_CHARACTERS; length++) {
    if (text.slice(length) === text.slice(0, -length)) return true
  }
  return false
}

/** Characters that lie in a run of neighbours, or of one character. */
function runPositions(text: string): number[] {
  const repeated = [...text.matchAll(REPEATED)].flatMap(({ index, 0: run }) => span(index, run.length))
  const neighbours = bothWays.flatMap(run => {
    const found: number[] = []
    for (let start = 0; start + MIN_RUN_CHARACTERS <= text.length; start++) {
      if (run.includes(text.slice(start, start + MIN_RUN_CHARACTERS))) found.push(...span(start, MIN_RUN_CHARACTERS))
    }
    return found
  })
  return [...repeated, ...neighbours]
}

const REPEATED = /(.)\1{3,}/g
const bothWays = runs.flatMap(run => [run, [...run].reverse().join('')])

/** Characters that lie in one of the words, with letters replaced or not. */
function wordPositions(text: string, words: readonly string[]): number[] {
  const spellings = [text, ...replacements.map(table => [...text].map(each => table[each] ?? each).join(''))]
  return spellings.flatMap(spelling =>
    words.flatMap(word => {
      const found: number[] = []
      for (let start = spelling.indexOf(word); start >= 0; start = spelling.indexOf(word, start + 1))
        found.push(...span(start, word.length))
      return found
    }),
  )
}

function span(start: number, length: number): number[] {
  return Array.from({ length }, (_, index) => start + index)
}

function restLength(text: string, guessable: ReadonlySet<number>): number {
  const rest = [...text.split('').entries()].filter(([index]) => !guessable.has(index))
  return rest.reduce((sum, [, character]) => sum + (/[a-z]|[^\x00-\x7f]/.test(character) ? 1 : 0.5), 0)
}

/** Digits and letters without l, o (as in Crockford's Base 32), i and u: nothing that is mistaken for another, and 5 bits each. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const GROUPS = 5
const GROUP_CHARACTERS = 5

/** A password of 125 bits, lower case, in groups that are easy to read out and to type. */
export function generatePassword(randomBytes: (size: number) => Uint8Array): string {
  // 256 is a multiple of the alphabet's 32 letters: every letter is as likely as the others.
  const letters = [...randomBytes(GROUPS * GROUP_CHARACTERS)].map(byte => ALPHABET[byte % ALPHABET.length]).join('')
  return Array.from({ length: GROUPS }, (_, group) =>
    letters.slice(group * GROUP_CHARACTERS, (group + 1) * GROUP_CHARACTERS),
  ).join('-')
}
