import { MAX_FINDINGS_PER_LIST, MAX_URL_LENGTH } from '#shared/limits.ts'

/** One link of a Link header (RFC 8288). */
export interface HeaderLink {
  /** As written between the angle brackets. */
  target: string
  /** Lower-case relation types. */
  rel: string[]
  hreflang: string | null
}

/** Parses all Link headers of a response by RFC 8288 appendix B.2: a syntax error ends that header. At most 100 links. */
export function parseLinkHeaders(values: readonly string[]): HeaderLink[] {
  const links: HeaderLink[] = []
  for (const value of values) {
    let at = 0
    while (links.length < MAX_FINDINGS_PER_LIST) {
      const start = skipBlanks(value, at, ',')
      const end = value.charAt(start) === '<' ? value.indexOf('>', start) : -1
      if (end === -1) break
      const parsed = parseParameters(value, end + 1)
      at = parsed.end
      const target = value.slice(start + 1, end)
      if (target.length <= MAX_URL_LENGTH) links.push(linkOf(target, parsed.parameters))
    }
  }
  return links
}

function linkOf(target: string, parameters: ReadonlyMap<string, string>): HeaderLink {
  // With `anchor` the link is about another resource.
  const rel = parameters.has('anchor') ? '' : (parameters.get('rel') ?? '')
  return {
    target,
    rel: rel.toLowerCase().split(/\s+/, MAX_FINDINGS_PER_LIST).filter(Boolean),
    hreflang: parameters.get('hreflang') ?? null,
  }
}

/** Parameters up to the comma that ends the link; the first of a name counts (section 3.3). */
function parseParameters(text: string, from: number): { parameters: Map<string, string>; end: number } {
  const parameters = new Map<string, string>()
  let at = skipBlanks(text, from)
  while (text.charAt(at) === ';') {
    at = skipBlanks(text, at + 1, ';')
    const name = readUntil(text, at, '=;, \t')
    at = skipBlanks(text, at + name.length)
    let value = ''
    if (text.charAt(at) === '=') {
      const read = readValue(text, skipBlanks(text, at + 1))
      value = read.value
      at = skipBlanks(text, read.end)
    }
    const key = name.toLowerCase()
    if (key !== '' && !parameters.has(key)) parameters.set(key, value)
  }
  const comma = text.indexOf(',', at)
  return { parameters, end: comma === -1 ? text.length : comma + 1 }
}

function readValue(text: string, from: number): { value: string; end: number } {
  if (text.charAt(from) !== '"') {
    const value = readUntil(text, from, ';, \t')
    return { value, end: from + value.length }
  }
  let value = ''
  for (let at = from + 1; at < text.length; at++) {
    const char = text.charAt(at)
    if (char === '"') return { value, end: at + 1 }
    if (char === '\\') at++
    value += text.charAt(at)
  }
  return { value, end: text.length }
}

function readUntil(text: string, from: number, ends: string): string {
  let at = from
  while (at < text.length && !ends.includes(text.charAt(at))) at++
  return text.slice(from, at)
}

function skipBlanks(text: string, from: number, also = ''): number {
  let at = from
  while (at < text.length && (text.charAt(at) === ' ' || text.charAt(at) === '\t' || text.charAt(at) === also)) at++
  return at
}
