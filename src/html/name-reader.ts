import { lowerCaseOf, NUL, REPLACEMENT } from './characters.ts'
import { OTHER_TAG, tagNumber } from './tags.ts'

/** Names that are found without a new string for each: a page has thousands of the same few dozen. A power of two. */
const SLOTS = 2_048
/** Names that are longer are rare, and are not kept. */
const LONGEST_KEPT = 48
/** So many characters of six bits each are the whole name, as one number. */
const LONGEST_IN_NUMBER = 5

/**
 * Names of tags and attributes in lower case. A slot holds the last name of its kind, so that there is an end to what pages can leave
 * behind.
 */
const names: string[] = new Array<string>(SLOTS).fill('')
/** The name as a number; 0 when it is none. */
const numbers = new Int32Array(SLOTS)
const tags = new Uint8Array(SLOTS)

const END = 64
/** By character code: what a character adds to the number of a name, in either case; 0 when a name with it has none. */
export const tagNameCharacters = characterTable('\t\n\f\r />')
export const attributeNameCharacters = characterTable('\t\n\f\r />=')

function characterTable(ends: string): Uint8Array {
  const table = new Uint8Array(128)
  const plain = 'abcdefghijklmnopqrstuvwxyz0123456789-_:'
  for (const [index, character] of [...plain].entries()) {
    table[character.charCodeAt(0)] = index + 1
    table[character.toUpperCase().charCodeAt(0)] = index + 1
  }
  for (const end of ends) table[end.charCodeAt(0)] = END
  return table
}

/** Reads names of tags and attributes. */
export class NameReader {
  /** Offset behind the name that was read last. */
  end = 0
  name = ''
  /** Of a tag. */
  tag = OTHER_TAG
  readonly #source: string

  constructor(source: string) {
    this.#source = source
  }

  /** The first character belongs to the name whatever it is. */
  read(start: number, characters: Uint8Array): void {
    const source = this.#source
    let hash = 0
    let isPlain = true
    let at = start
    for (; ; at++) {
      const code = source.charCodeAt(at)
      const added = characters[code] ?? 0
      if (added === END && at > start) break
      if (added > 0 && added < END) hash = ((hash << 6) | (hash >>> 26)) ^ added
      else {
        // Behind the end of the source there is no code.
        if (at >= source.length) break
        isPlain = false
        hash = Math.imul(hash, 31) + code
      }
    }
    this.end = at
    this.#find(start, hash, isPlain && at - start <= LONGEST_IN_NUMBER)
  }

  #find(start: number, hash: number, isNumber: boolean): void {
    const place = (hash ^ (hash >>> 11) ^ (hash >>> 22)) & (SLOTS - 1)
    const isKnown = isNumber ? numbers[place] === hash : this.#isWritten(start, names[place] ?? '')
    if (!isKnown) {
      if (this.end - start > LONGEST_KEPT) {
        this.name = longName(this.#source.slice(start, this.end))
        this.tag = OTHER_TAG
        return
      }
      const name = copyOf(this.#source, start, this.end)
      names[place] = name
      numbers[place] = isNumber ? hash : 0
      tags[place] = tagNumber(name)
    }
    this.name = names[place] ?? ''
    this.tag = tags[place] ?? OTHER_TAG
  }

  #isWritten(start: number, name: string): boolean {
    if (name.length !== this.end - start) return false
    for (let i = 0; i < name.length; i++) {
      const code = this.#source.charCodeAt(start + i)
      const known = name.charCodeAt(i)
      if (code !== known && lowerCaseOf(code) !== known) return false
    }
    return true
  }
}

function longName(written: string): string {
  const name = written.replace(/[A-Z]+/g, letters => letters.toLowerCase())
  return name.includes('\0') ? name.replaceAll('\0', REPLACEMENT) : name
}

/** Not a slice, which would keep the whole source in memory. */
function copyOf(source: string, start: number, end: number): string {
  const codes: number[] = []
  for (let at = start; at < end; at++) {
    const code = source.charCodeAt(at)
    codes.push(code === NUL ? REPLACEMENT.charCodeAt(0) : lowerCaseOf(code))
  }
  return String.fromCharCode(...codes)
}
