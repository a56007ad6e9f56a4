/** One member of the outermost object of a JSON text: its value, or one entry of it where the value is a list. */
export interface JsonMember {
  key: string
  /** JSON, not parsed yet. */
  text: string
}

export class JsonMemberError extends Error {}

/** Characters of one member or entry that are held; ours are far smaller. */
const MAX_MEMBER_CHARACTERS = 64 * 1024 * 1024
/** Entries that are held of a list within one: only the affected pages of a finding are more, and few of them are compared. */
const MAX_NESTED_ENTRIES = 10_000
const SIGN = /["{}[\],:]/g
const SIGN_IN_STRING = /["\\]/g

/**
 * Cuts a JSON object into its members while it is read, whatever its line ends and indents, so that a file of any size is read in
 * the memory of its largest wanted entry, of whose lists the first entries are kept. What is not wanted is passed over without being held. Throws JsonMemberError for what is
 * no object, ends too early or has a huge entry; the members' own texts are not checked.
 */
export async function* jsonMembers(
  chunks: AsyncIterable<string>,
  wanted: readonly string[],
): AsyncGenerator<JsonMember, void, undefined> {
  const cutter = new Cutter(wanted)
  for await (const chunk of chunks) yield* cutter.cut(chunk)
  cutter.end()
}

class Cutter {
  readonly #wanted: readonly string[]
  /** Brackets open: 0 before and after the object, 1 within it. */
  #depth = 0
  #isBegun = false
  #isInString = false
  #isAfterBackslash = false
  /** Whether the value of the current member is a list, whose entries are cut one by one. */
  #isInList = false
  /** null while a key is read. */
  #key: string | null = null
  #text = ''
  /** Commas so far in each open bracket of an entry, by its depth. */
  readonly #commas: number[] = []
  /** Depth of a list whose further entries are passed over; 0 for none. */
  #passedOver = 0

  constructor(wanted: readonly string[]) {
    this.#wanted = wanted
  }

  *cut(chunk: string): Generator<JsonMember, void, undefined> {
    let at = 0
    if (this.#isAfterBackslash && chunk !== '') at = this.#takeEscaped(chunk, 0)
    while (at < chunk.length) {
      const pattern = this.#isInString ? SIGN_IN_STRING : SIGN
      pattern.lastIndex = at
      const found = pattern.exec(chunk)
      this.#take(chunk.slice(at, found?.index))
      if (!found) return
      at = found.index + 1
      if (found[0] === '\\') at = this.#takeEscaped(chunk, found.index, '\\')
      else yield* this.#sign(found[0])
    }
  }

  end(): void {
    if (this.#depth > 0 || !this.#isBegun) throw new JsonMemberError('it ends too early')
  }

  /** A backslash and what follows it, which may be in the next chunk. Returns where to go on. */
  #takeEscaped(chunk: string, at: number, backslash = ''): number {
    const escaped = chunk[at + backslash.length] ?? ''
    this.#take(backslash + escaped)
    this.#isAfterBackslash = escaped === ''
    return at + backslash.length + escaped.length
  }

  *#sign(sign: string): Generator<JsonMember, void, undefined> {
    if (sign === '"') {
      this.#isInString = !this.#isInString
      this.#take(sign)
    } else if (this.#isInString || (this.#depth > this.#cutDepth && sign !== '}' && sign !== ']')) {
      if (!this.#isInString) this.#note(sign)
      this.#take(sign)
    } else if (sign === '{' || sign === '[') this.#open(sign)
    else if (sign === '}' || sign === ']') yield* this.#close(sign)
    else if (sign === ':' && this.#key === null) this.#readKey()
    else if (sign === ',' && this.#key !== null) {
      yield* this.#member()
      if (!this.#isInList) this.#key = null
    } else throw new JsonMemberError(`there is a misplaced ${sign}`)
  }

  /** Counts brackets and commas within an entry. */
  #note(sign: string): void {
    if (sign === '{' || sign === '[') {
      this.#depth++
      this.#commas[this.#depth] = 0
    } else if (sign === ',' && this.#passedOver === 0) {
      const commas = (this.#commas[this.#depth] ?? 0) + 1
      this.#commas[this.#depth] = commas
      if (commas === MAX_NESTED_ENTRIES) this.#passedOver = this.#depth
    }
  }

  get #cutDepth(): number {
    return this.#isInList ? 2 : 1
  }

  #open(sign: string): void {
    this.#depth++
    this.#commas[this.#depth] = 0
    if (this.#depth === 1) {
      if (sign !== '{' || this.#isBegun) throw new JsonMemberError('it is no JSON object')
      this.#isBegun = true
      this.#text = ''
    } else if (this.#depth === 2 && sign === '[' && this.#key !== null && !this.#isInList) {
      this.#isInList = true
    } else this.#take(sign)
  }

  *#close(sign: string): Generator<JsonMember, void, undefined> {
    if (this.#depth === 0) throw new JsonMemberError(`there is a misplaced ${sign}`)
    if (this.#passedOver === this.#depth) this.#passedOver = 0
    if (this.#depth > this.#cutDepth) this.#take(sign)
    else {
      yield* this.#member()
      this.#isInList = false
    }
    this.#depth--
    if (this.#depth === 0) this.#key = null
  }

  #readKey(): void {
    try {
      this.#key = String(JSON.parse(this.#text))
    } catch {
      throw new JsonMemberError('a key cannot be read')
    }
    this.#text = ''
  }

  *#member(): Generator<JsonMember, void, undefined> {
    const text = this.#text.trim()
    this.#text = ''
    if (this.#key !== null && text !== '') yield { key: this.#key, text }
  }

  #take(text: string): void {
    if (this.#depth === 0) {
      if (/[^\s\ufeff]/.test(text)) throw new JsonMemberError('it is no JSON object')
      return
    }
    if (this.#passedOver > 0 || (this.#key !== null && !this.#wanted.includes(this.#key))) return
    this.#text += text
    if (this.#text.length > MAX_MEMBER_CHARACTERS) throw new JsonMemberError('one entry is too large')
  }
}
