import { attribute, type ElementNode } from '#html/node.ts'

/** Expands RDFa terms to full IRIs by the vocabulary and the prefixes in scope of an element. */
export interface RdfaNames {
  vocabulary: string | null
  prefixes: ReadonlyMap<string, string>
  /** The full IRI of a type or property; null for a term without vocabulary. */
  fullNameOf(name: string): string | null
  /** The full IRI of an item that is named with a prefix or as `_:x`; null when it is named by a URL. */
  fullUrl(name: string): string | null
}

/** Of the initial prefixes of RDFa 1.1, those used beside schema.org. */
const KNOWN_PREFIXES: ReadonlyMap<string, string> = new Map([
  ['schema', 'http://schema.org/'],
  ['og', 'http://ogp.me/ns#'],
  ['foaf', 'http://xmlns.com/foaf/0.1/'],
  ['dc', 'http://purl.org/dc/terms/'],
])
const MAX_PREFIXES = 100
const MAX_ATTRIBUTE = 4_000
const MAX_NAME = 500
const MAX_VOCABULARY = 200

/** The names in scope of an element. */
export function rdfaNamesWithin(element: ElementNode, above: RdfaNames | null): RdfaNames {
  const vocab = attribute(element, 'vocab')
  const prefix = attribute(element, 'prefix')
  if (above && vocab === null && prefix === null) return above
  const vocabulary = vocab === null ? (above?.vocabulary ?? null) : vocabularyOf(vocab)
  const known = above?.prefixes ?? KNOWN_PREFIXES
  const prefixes = prefix === null ? known : withPrefixes(known, prefix)
  return {
    vocabulary,
    prefixes,
    fullNameOf: name => fullName(name.slice(0, MAX_NAME), { vocabulary, prefixes }),
    fullUrl: name => fullUrl(name.slice(0, MAX_NAME).trim(), prefixes),
  }
}

/** An empty vocabulary ends the inherited one. The slash after schema.org is often missing. */
function vocabularyOf(written: string): string | null {
  const iri = written.slice(0, MAX_VOCABULARY).trim()
  if (iri === '') return null
  return /^https?:\/\/(?:www\.)?schema\.org$/i.test(iri) ? `${iri}/` : iri
}

/** `schema: https://schema.org/ og: http://ogp.me/ns#` */
function withPrefixes(known: ReadonlyMap<string, string>, written: string): ReadonlyMap<string, string> {
  const prefixes = new Map(known)
  const words = written
    .slice(0, MAX_ATTRIBUTE)
    .split(/[\t\n\f\r ]+/)
    .filter(word => word !== '')
  for (let i = 0; i + 1 < words.length && prefixes.size < MAX_PREFIXES; ) {
    const name = words[i] ?? ''
    const iri = words[i + 1] ?? ''
    if (!name.endsWith(':')) {
      i++
      continue
    }
    prefixes.set(name.slice(0, -1).toLowerCase(), vocabularyOf(iri) ?? iri)
    i += 2
  }
  return prefixes
}

function fullName(
  name: string,
  { vocabulary, prefixes }: { vocabulary: string | null; prefixes: ReadonlyMap<string, string> },
): string | null {
  const colon = name.indexOf(':')
  if (colon === -1) return vocabulary === null ? null : vocabulary + name
  const start = name.startsWith('//', colon + 1) ? undefined : prefixes.get(name.slice(0, colon).toLowerCase())
  return start === undefined ? name : start + name.slice(colon + 1)
}

function fullUrl(name: string, prefixes: ReadonlyMap<string, string>): string | null {
  const bare = name.startsWith('[') && name.endsWith(']') ? name.slice(1, -1) : name
  if (bare.startsWith('_:')) return bare
  const colon = bare.indexOf(':')
  const start = bare.startsWith('//', colon + 1) ? undefined : prefixes.get(bare.slice(0, colon).toLowerCase())
  return colon <= 0 || start === undefined ? null : start + bare.slice(colon + 1)
}
