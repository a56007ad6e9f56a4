import { SCHEMA_ORG_NAMES } from './schema-org-names.data.ts'

/** What schema.org has names for. */
export interface SchemaOrg {
  /** Each type with all that its things may have, by the type itself and by those that it is a kind of. */
  types: ReadonlyMap<string, SchemaOrgType>
  properties: ReadonlySet<string>
}

export interface SchemaOrgType {
  /** It and those that it is a kind of. */
  kinds: ReadonlySet<string>
  has(property: string): boolean
}

let known: SchemaOrg | null = null

/** Parsed on first use: most pages do not need it. */
export function schemaOrg(): SchemaOrg {
  known ??= read()
  return known
}

/** Data types, which some pages use as types. */
const DATA_TYPES: readonly string[] = [
  ...['Boolean', 'CssSelectorType', 'DataType', 'Date', 'DateTime', 'False', 'Float', 'Integer', 'Number'],
  ...['PronounceableText', 'Text', 'Time', 'True', 'URL', 'XPathType'],
]

interface Row {
  parents: string[]
  own: ReadonlySet<string>
}

function read(): SchemaOrg {
  const rows = new Map<string, Row>()
  for (const line of SCHEMA_ORG_NAMES.split('\n')) {
    const [names = '', properties = ''] = line.split(': ')
    const [type = '', ...parents] = names.split(' ')
    if (type !== '') rows.set(type, { parents, own: new Set(properties.split(' ').filter(Boolean)) })
  }
  for (const name of DATA_TYPES) rows.set(name, { parents: [], own: new Set() })
  const properties = new Set([...rows.values()].flatMap(({ own }) => [...own]))
  const types = new Map([...rows.keys()].map(name => [name, typeOf(name, rows)]))
  return { types, properties }
}

function typeOf(name: string, rows: ReadonlyMap<string, Row>): SchemaOrgType {
  const kinds = new Set([name])
  // A set that grows is walked to its end.
  for (const kind of kinds) for (const parent of rows.get(kind)?.parents ?? []) kinds.add(parent)
  let all: ReadonlySet<string> | null = null
  return {
    kinds,
    has(property) {
      // Collected on first use: a website uses a dozen of nine hundred types.
      all ??= new Set([...kinds].flatMap(kind => [...(rows.get(kind)?.own ?? [])]))
      return all.has(property)
    },
  }
}
