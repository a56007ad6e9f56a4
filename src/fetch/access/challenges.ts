/** One challenge of a WWW-Authenticate header. */
export interface Challenge {
  /** In lower case. */
  scheme: string
  /** By names in lower case; the first of a name counts. */
  parameters: ReadonlyMap<string, string>
}

/** A server has no reason for longer headers, or more challenges. */
const MAX_LENGTH = 4_000
const MAX_CHALLENGES = 10

/** A token, then either what belongs to it as a parameter or nothing. Sticky: reading is linear in the length. */
const NAME = /[!#$%&'*+.^_`|~\dA-Za-z-]+/y
const EQUALS = /[ \t]*=[ \t]*/y
const VALUE = /"((?:[^"\\]|\\.)*)"|([!#$%&'*+.^_`|~\dA-Za-z/:-]+)/y
const SEPARATORS = /[ \t,]*/y

/** The challenges of WWW-Authenticate headers, in order (RFC 9110, section 11.6.1). What cannot be read ends its header. */
export function readChallenges(headers: readonly string[]): Challenge[] {
  return headers.flatMap(readHeader).slice(0, MAX_CHALLENGES)
}

function readHeader(header: string): Challenge[] {
  if (header.length > MAX_LENGTH) return []
  const found: { scheme: string; parameters: Map<string, string> }[] = []
  let at = 0
  const read = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at
    const match = pattern.exec(header)
    if (match) at = pattern.lastIndex
    return match
  }
  for (read(SEPARATORS); at < header.length; read(SEPARATORS)) {
    const name = read(NAME)?.[0].toLowerCase()
    if (name === undefined) break
    const last = found.at(-1)
    if (last && read(EQUALS)) {
      const value = read(VALUE)
      if (!value) break
      if (!last.parameters.has(name)) last.parameters.set(name, value[1]?.replace(/\\(.)/g, '$1') ?? value[2] ?? '')
      continue
    }
    found.push({ scheme: name, parameters: new Map() })
  }
  return found
}
