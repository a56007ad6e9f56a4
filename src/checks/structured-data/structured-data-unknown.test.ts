import type { JsonLdFact, MarkupItemFact } from '#shared/element-facts.ts'
import { testCheck } from '../test-check.ts'
import { structuredDataUnknown } from './structured-data-unknown.ts'

const table = (...rows: string[][]) => ({
  kind: 'table',
  label: 'Unknown names',
  columns: ['Path', 'Name', 'Kind', 'Did you mean', 'Syntax', 'Starts at line'],
  rows,
})
const block = (content: object): JsonLdFact => ({ raw: JSON.stringify(content), line: 12, error: null, types: [] })
const facts = (...contents: object[]) => ({
  jsonLd: contents.map(content => block({ '@context': 'https://schema.org', ...content })),
})
const item = (syntax: MarkupItemFact['syntax'], content: object) => ({
  markupItems: [
    {
      syntax,
      raw: JSON.stringify({ '@context': 'https://schema.org', ...content }),
      types: [],
      path: 'body > div',
      line: 3,
    },
  ],
})
const misnamed = { '@type': 'Prodcut', name: 'Anchor' }

testCheck(structuredDataUnknown, {
  passes: {
    'a product with an offer': facts({
      '@type': 'Product',
      name: 'Anchor',
      offers: { '@type': 'Offer', price: 1, availability: 'https://schema.org/InStock' },
    }),
    'properties of the types that it is a kind of': facts({
      '@type': 'CafeOrCoffeeShop',
      servesCuisine: 'x',
      geo: 'y',
    }),
    'a property of one of several types': facts({ '@type': ['Product', 'Book'], isbn: 'x', sku: 'y' }),
    'names by their URL and by prefix': facts({
      '@type': 'https://schema.org/Person',
      'schema:name': 'Jo',
      'http://schema.org/email': 'j@x.test',
    }),
    'types of pending parts and of digits': facts({ '@type': '3DModel', isResizable: true }),
    'what a search takes': facts({
      '@type': 'WebSite',
      potentialAction: { '@type': 'SearchAction', target: '/?q={q}', 'query-input': 'required name=q' },
    }),
    'a role, which repeats the property that it stands in': facts({
      '@type': 'Movie',
      actor: { '@type': 'PerformanceRole', characterName: 'x', actor: { '@type': 'Person', name: 'y' } },
    }),
    'a superseded property': facts({ '@type': 'Product', awards: 'x' }),
    'names of another vocabulary': facts({ '@type': ['Product', 'gs1:Offer'], 'gs1:colour': 'x', colour: 'y' }),
    'another context beside it': facts(
      { '@context': ['https://schema.org', { colour: 'https://x.test/colour' }], '@type': 'Product', colour: 'x' },
      { '@context': ['https://schema.org', 'https://x.test/ns'], '@type': 'Ship' },
    ),
    'a context within': facts({
      '@type': 'Product',
      brand: { '@context': 'https://x.test/ns', '@type': 'Ship', masts: 3 },
    }),
    'a value with its type': facts({ '@type': 'Article', datePublished: { '@type': 'Date', '@value': '2026-01-01' } }),
    'a context that says the language': facts({
      '@context': { '@vocab': 'https://schema.org/', '@language': 'en' },
      '@type': 'Person',
      name: 'Jo',
    }),
    'another vocabulary alone': { jsonLd: [block({ '@context': 'https://x.test', ...misnamed })] },
    'a block without context': { jsonLd: [block(misnamed)] },
    'a block that does not parse, which has its own check': {
      jsonLd: [{ raw: '{', line: 1, error: { message: '', line: 1, column: 1 }, types: [] }],
    },
    'Microdata with another vocabulary within': item('microdata', {
      '@type': 'Product',
      review: { '@type': 'http://data-vocabulary.org/Review', stars: 3 },
    }),
    'Open Graph in a thing of RDFa': item('rdfa', { '@type': 'WebPage', 'http://ogp.me/ns#title': 'x', name: 'x' }),
  },
  fails: {
    'a type that is misspelled; nothing is said of its properties': {
      facts: facts({ ...misnamed, titel: 'x' }),
      finds: {
        severity: 'warning',
        message: 'Unknown schema.org type “Prodcut”',
        evidence: [table(['Prodcut', 'Prodcut', 'type', 'Product', 'JSON-LD', '12'])],
      },
    },
    'a type in small letters': {
      facts: facts({ '@type': 'localbusiness' }),
      finds: {
        message: 'Unknown schema.org type “localbusiness”',
        evidence: [table(['localbusiness', 'localbusiness', 'type', 'LocalBusiness', 'JSON-LD', '12'])],
      },
    },
    'a property that nothing has, in a graph with a language': {
      facts: facts({
        '@context': { '@vocab': 'https://schema.org/', '@language': 'en' },
        '@graph': [{ '@type': 'Product', descripton: 'x' }],
      }),
      finds: {
        severity: 'info',
        message: 'Unknown schema.org property “descripton”',
        evidence: [table(['Product', 'descripton', 'property', 'description', 'JSON-LD', '12'])],
      },
    },
    'a property of other types': {
      facts: facts({ '@type': 'Product', offers: { '@type': 'Offer', isbn: 'x' } }),
      finds: {
        severity: 'info',
        message: 'Unknown schema.org property “isbn” of type Offer',
        evidence: [table(['Product.offers', 'isbn', 'property of other types', '', 'JSON-LD', '12'])],
      },
    },
    'Microdata and RDFa': {
      facts: item('microdata', { '@type': 'Product', colour: 'red' }),
      finds: {
        severity: 'info',
        message: 'Unknown schema.org property “colour”',
        evidence: [table(['Product', 'colour', 'property', 'color', 'Microdata', '3'])],
      },
    },
    'several, the type first, each once': {
      facts: facts({ '@type': 'Person', familyNam: 'x' }, misnamed, misnamed),
      finds: {
        severity: 'warning',
        message: 'Unknown schema.org type “Prodcut” (3 names in total)',
        evidence: [
          table(
            ['Person', 'familyNam', 'property', 'familyName', 'JSON-LD', '12'],
            ['Prodcut', 'Prodcut', 'type', 'Product', 'JSON-LD', '12'],
          ),
        ],
      },
    },
    'names that are long and strange': {
      facts: facts({ '@type': `${'x'.repeat(5_000)}` }),
      finds: {
        message: `Unknown schema.org type “${'x'.repeat(99)}…”`,
        evidence: [
          table([
            'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
            'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…',
            'type',
            '',
            'JSON-LD',
            '12',
          ]),
        ],
      },
    },
    'names of the prototype': {
      facts: facts({ '@type': 'constructor' }),
      finds: {
        message: 'Unknown schema.org type “constructor”',
        evidence: [table(['constructor', 'constructor', 'type', '', 'JSON-LD', '12'])],
      },
    },
  },
})
