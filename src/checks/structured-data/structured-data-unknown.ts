import { nearestWord } from '#shared/nearest-name.ts'
import { counted } from '../counted.ts'
import { elementCheck } from '../element-check.ts'
import { excerpt, tableEvidence } from '../evidence.ts'
import { type SchemaOrg, type SchemaOrgType, schemaOrg } from './schema-org.ts'
import { type StructuredNode, type Syntax, shortName, structuredNodes, withoutPositions } from './structured-nodes.ts'

export const structuredDataUnknown = elementCheck<Unknown>({
  id: 'structured-data-unknown',
  type: 'structured_data_issue',
  severity: 'warning',
  applies: 'html',
  title: 'Unknown schema.org type or property',
  passedTitle: 'All types and properties exist in schema.org',
  why: 'Search engines only understand the exact names of schema.org. They ignore an object with an unknown type, and a property that the type does not have.',
  fix: 'Write the name as schema.org defines it; names are case-sensitive. If a property belongs to another type, move it there, or remove it.',
  example: {
    before: '{ "@type": "Prodcut", "titel": "Anchor" }',
    after: '{ "@type": "Product", "name": "Anchor" }',
  },
  sources: [
    { title: 'schema.org: Full hierarchy of types', url: 'https://schema.org/docs/full.html' },
    { title: 'Schema Markup Validator', url: 'https://validator.schema.org/' },
  ],
  elements: page => structuredNodes(page).flatMap(unknownNames),
  identify: ({ path, name, isType, type, syntax }) => ({
    tag: `${syntax} ${withoutPositions(path)} ${isType ? 'type' : type} ${name}`,
  }),
  finding: unknown => {
    const first = unknown.find(each => each.isType) ?? unknown[0]
    const table = tableEvidence({
      label: 'Unknown names',
      columns: ['Path', 'Name', 'Kind', 'Did you mean', 'Syntax', 'Starts at line'],
      items: distinct(unknown),
      row: (each, index) => [
        each.path,
        excerpt(each.name, MAX_SHOWN),
        each.isType ? 'type' : each.isElsewhere ? 'property of other types' : 'property',
        index < MAX_SUGGESTIONS && !each.isElsewhere ? nearestName(each) : '',
        each.syntax,
        each.line || '',
      ],
    })
    const more = unknown.length === 1 ? '' : ` (${counted(unknown.length, 'name')} in total)`
    return { severity: first.isType ? 'warning' : 'info', message: `${inWords(first)}${more}`, evidence: [table] }
  },
})

const MAX_SHOWN = 100
/** Finding the nearest of some thousand names takes a millisecond. */
const MAX_SUGGESTIONS = 20

interface Unknown {
  /** Of the thing. */
  path: string
  /** As written, without the URL of schema.org. */
  name: string
  isType: boolean
  /** Other types have it. */
  isElsewhere: boolean
  /** Of the thing that has the property. */
  type: string
  syntax: Syntax
  line: number
}

/** Names of other vocabularies, and things whose context or other type may define names, are not checked. */
export function unknownNames(node: StructuredNode): Unknown[] {
  const isForeign = node.types.some(type => type.includes(':')) || node.properties.has('@value')
  if (!node.isOfSchemaOrgAlone || isForeign) return []
  const { types: known } = schemaOrg()
  if (isAllDefined(node, known)) return []
  const { path, syntax, line } = node
  const [type = ''] = node.types
  const types = node.types.filter(name => !known.has(name))
  if (types.length > 0) {
    return types.map(name => ({ path, name, isType: true, isElsewhere: false, type, syntax, line }))
  }
  const kinds = node.types.flatMap(name => known.get(name) ?? [])
  return [...node.properties.keys()]
    .filter(name => !name.startsWith('@'))
    .map(shortName)
    .filter(name => !name.includes(':') && !isDefined(name, kinds))
    .map(name => {
      const isElsewhere = schemaOrg().properties.has(name)
      return { path, name, isType: false, isElsewhere, type, syntax, line }
    })
}

/** Nearly all are, and by their names as they are written. */
function isAllDefined({ types, properties }: StructuredNode, known: SchemaOrg['types']): boolean {
  const kinds: SchemaOrgType[] = []
  for (const name of types) {
    const kind = known.get(name)
    if (!kind) return false
    kinds.push(kind)
  }
  for (const name of properties.keys()) {
    if (!name.startsWith('@') && !kinds.some(kind => kind.has(name))) return false
  }
  return true
}

/** What an action takes and gives is written as `query-input`; of a role anything may be said that it is a role in. */
function isDefined(name: string, kinds: readonly SchemaOrgType[]): boolean {
  const bare = name.replace(/-(?:input|output)$/, '')
  const isRole = kinds.some(kind => kind.kinds.has('Role'))
  if (bare !== name || isRole) return schemaOrg().properties.has(bare)
  return kinds.some(kind => kind.has(name))
}

/** Among equally near ones those that the type has come first. */
function nearestName({ name, isType, type }: Unknown): string {
  const { types, properties } = schemaOrg()
  const all = isType ? [...types.keys()] : [...properties]
  const names = isType ? all : [...all.filter(each => types.get(type)?.has(each)), ...all]
  const folded = name.toLowerCase()
  return names.find(each => each.toLowerCase() === folded) ?? nearestWord(name, names) ?? ''
}

/** A list repeats the mistake of its first item. */
function distinct(unknown: readonly Unknown[]): Unknown[] {
  const byName = new Map<string, Unknown>()
  for (const each of unknown) {
    const key = [each.isType, each.name, each.type].join(' ')
    if (!byName.has(key)) byName.set(key, each)
  }
  return [...byName.values()]
}

function inWords({ name, isType, isElsewhere, type }: Unknown): string {
  const shown = excerpt(name, MAX_SHOWN)
  if (isType) return `Unknown schema.org type “${shown}”`
  return `Unknown schema.org property “${shown}”${isElsewhere ? ` of type ${type}` : ''}`
}
