import type { PageCheck } from '../check.ts'
import { counted } from '../counted.ts'
import { tableEvidence } from '../evidence.ts'
import { isMeant, type RichResult, richResultOf } from '../rich-results.ts'
import { type StructuredNode, type Syntax, structuredNodes, valuesOf } from '../structured-nodes.ts'

export const structuredDataRequired: PageCheck = {
  id: 'structured-data-required',
  type: 'structured_data_issue',
  severity: 'warning',
  applies: 'html-ok',
  title: 'Structured data lacks what a rich result needs',
  passedTitle: 'Structured data holds what rich results need',
  why: 'Google shows a rich result for this type only when certain properties are there. Without them the markup has no effect.',
  fix: 'Add the missing properties with what the page itself shows. Where the page does not have it, the type does not fit, and can be left out.',
  example: {
    before: '{ "@type": "Product", "name": "Anchor" }',
    after:
      '{ "@type": "Product", "name": "Anchor", "offers": { "@type": "Offer", "price": 49, "priceCurrency": "EUR" } }',
  },
  sources: [
    {
      title: 'Google: Structured data that Search supports',
      url: 'https://developers.google.com/search/docs/appearance/structured-data/search-gallery',
    },
  ],
  check: page => {
    const flawed = objectsOf(structuredNodes(page)).flatMap(nodes => {
      const lack = lackOf(nodes)
      return lack === null ? [] : [lack]
    })
    const [first] = flawed
    if (!first) return []
    const table = tableEvidence({
      label: 'What is missing',
      columns: ['Type', 'Missing', 'Documented at', 'Syntax', 'Starts at line'],
      items: flawed,
      row: ({ type, missing, url, syntax, line }) => [type, missing.join('; '), url, syntax, line || ''],
    })
    const more = flawed.length === 1 ? '' : `, and so on for ${counted(flawed.length, 'object')}`
    return [
      {
        message: `Structured data of type ${first.type} lacks ${first.missing.join(', ')}${more}`,
        evidence: [table],
      },
    ]
  },
}

/** Objects of one @id are parts of one thing, spread over the page; the rest stand for themselves. */
function objectsOf(nodes: readonly StructuredNode[]): StructuredNode[][] {
  const byId = Map.groupBy(nodes, node => idOf(node) ?? '')
  const alone = (byId.get('') ?? []).filter(node => node.isTop).map(node => [node])
  byId.delete('')
  return [...alone, ...[...byId.values()].filter(parts => parts.some(part => part.isTop))]
}

function idOf({ properties }: StructuredNode): string | null {
  const id = properties.get('@id')
  return typeof id === 'string' && id !== '' ? id : null
}

interface Lack {
  type: string
  missing: string[]
  url: string
  syntax: Syntax
  line: number
}

function lackOf(nodes: readonly StructuredNode[]): Lack | null {
  const [first] = nodes
  const names = new Set(nodes.flatMap(node => [...node.properties.keys()].filter(name => hasValue(node, name))))
  const isReference = [...names].every(name => name.startsWith('@'))
  const types = nodes.flatMap(node => node.types)
  const result = first && !isReference ? richResultOf(types, names) : null
  if (!first || !result) return null
  const missing = result.needs.filter(alternatives => !alternatives.some(name => names.has(name))).map(inWords)
  return missing.length === 0
    ? null
    : { type: typeName(types, result), missing, url: result.url, syntax: first.syntax, line: first.line }
}

function hasValue(node: StructuredNode, name: string): boolean {
  return valuesOf(node, name).some(value => typeof value !== 'string' || value.trim() !== '')
}

const typeName = (types: readonly string[], result: RichResult): string =>
  types.find(type => isMeant(type, result)) ?? ''

function inWords(alternatives: readonly string[]): string {
  return alternatives.length === 1 ? (alternatives[0] ?? '') : `one of ${alternatives.join('/')}`
}
