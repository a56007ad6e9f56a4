import { counted } from '../counted.ts'
import { elementCheck } from '../element-check.ts'
import { excerpt, tableEvidence } from '../evidence.ts'
import { type StructuredNode, type Syntax, structuredNodes, valuesOf, withoutPositions } from './structured-nodes.ts'
import { isChecked, valueFault } from './structured-value.ts'

export const structuredDataValueInvalid = elementCheck<Fault>({
  id: 'structured-data-value-invalid',
  type: 'structured_data_issue',
  severity: 'warning',
  applies: 'html',
  title: 'Invalid structured data value',
  passedTitle: 'All structured data values are valid',
  why: 'Search engines expect dates, prices, currencies and ratings in a fixed format. They ignore a value in another format, and often the whole rich result with it.',
  fix: 'Write dates as 2026-03-31 or with a time after a T, prices as plain numbers with a decimal point, currencies as three-letter codes, and ratings within their scale.',
  example: {
    before: '"price": "1.299,00 €", "priceCurrency": "€", "availability": "in stock"',
    after: '"price": 1299.00, "priceCurrency": "EUR", "availability": "https://schema.org/InStock"',
  },
  sources: [
    {
      title: 'Google: General structured data guidelines',
      url: 'https://developers.google.com/search/docs/appearance/structured-data/sd-policies',
    },
    { title: 'schema.org: Offer', url: 'https://schema.org/Offer' },
  ],
  elements: page => structuredNodes(page).flatMap(node => faultsOf(node, page.baseUrl)),
  // The values are those of each page.
  identify: ({ path, expected, syntax }) => ({ tag: `${syntax} ${withoutPositions(path)} ${expected}` }),
  finding: (faults, { isShared }) => {
    const [first] = faults
    const table = tableEvidence({
      label: 'Values',
      columns: ['Path', 'Value', 'Expected', 'Syntax', 'Starts at line'],
      items: faults,
      row: ({ path, value, expected, syntax, line }) => [path, excerpt(value, MAX_SHOWN), expected, syntax, line || ''],
    })
    const value = isShared ? '' : ` is “${excerpt(first.value, MAX_IN_MESSAGE)}”`
    const message =
      faults.length === 1
        ? `Invalid structured data value: ${first.path}${value}, expected: ${first.expected}`
        : `Invalid structured data values: ${counted(faults.length, 'value')}, such as ${first.path}`
    return { message, evidence: [table] }
  },
})

const MAX_SHOWN = 100
const MAX_IN_MESSAGE = 40

interface Fault {
  path: string
  value: string
  expected: string
  syntax: Syntax
  line: number
}

function faultsOf(node: StructuredNode, baseUrl: string): Fault[] {
  const faults: Fault[] = []
  for (const property of node.properties.keys()) {
    if (!isChecked(property)) continue
    for (const value of valuesOf(node, property)) {
      if (typeof value !== 'string' && typeof value !== 'number') continue
      const expected = valueFault({ node, property, value, baseUrl })
      if (expected !== null) {
        const { syntax, line } = node
        faults.push({ path: `${node.path}.${property}`, value: String(value), expected, syntax, line })
      }
    }
  }
  return faults
}
