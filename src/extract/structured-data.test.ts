import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { factsOf } from './test-facts.ts'

const block = (json: string) => `<script type="application/ld+json">${json}</script>`

test('JSON-LD types are found anywhere, in order, once', () => {
  const json =
    '{"@graph":[{"@type":["Article","NewsArticle"],"author":{"@type":"Person"}},{"@type":"Article"},{"x":{"@type":"Thing"}}]}'
  assert.deepEqual(factsOf(block(json)).jsonLd, [
    { raw: json, line: 1, error: null, types: ['Article', 'NewsArticle', 'Person', 'Thing'] },
  ])
})

const kinds: [name: string, markup: string, count: number][] = [
  ['type in any case, with a parameter', '<script type=" Application/LD+JSON; charset=utf-8">{}</script>', 1],
  ['JSON of another type', '<script type="application/json">{}</script>', 0],
  ['in the body', '<body><p>x<script type="application/ld+json">{}</script>', 1],
  ['in a template', `<template>${block('{}')}</template>`, 0],
  ['in a comment', `<!-- ${block('{}')} -->`, 0],
]
for (const [name, markup, count] of kinds)
  test(`JSON-LD: ${name}`, () => assert.equal(factsOf(markup).jsonLd.length, count))

test('a syntax error has its line and column in the source', () => {
  const [first, second] = factsOf(`\n  ${block('{"a":1,}')}\n${block('\r\n{\r\n  "a": 1,\r\n}')}`).jsonLd
  assert.deepEqual([first?.error?.line, first?.error?.column], [2, 45])
  assert.deepEqual([second?.error?.line, second?.error?.column], [6, 1])
  assert.match(second?.error?.message ?? '', /Trailing comma/)
})

const images: [name: string, value: unknown, urls: string[]][] = [
  ['a URL', { image: 'https://b.test/a.jpg' }, ['https://b.test/a.jpg']],
  ['a relative URL', { image: '/a.jpg' }, ['http://example.test/a.jpg']],
  [
    'a list',
    { image: ['/a.jpg', { url: '/b.jpg' }, '/a.jpg'] },
    ['http://example.test/a.jpg', 'http://example.test/b.jpg'],
  ],
  [
    'an ImageObject',
    { image: { '@type': 'ImageObject', contentUrl: '/a.jpg', url: '/page' } },
    ['http://example.test/a.jpg'],
  ],
  ['a logo within', { publisher: { logo: { url: '/logo.png' } } }, ['http://example.test/logo.png']],
  ['a thumbnail', [{ thumbnailUrl: '/a.jpg' }], ['http://example.test/a.jpg']],
  ['a reference and other values', { image: [{ '@id': '#logo' }, 7, null, '', 'data:,x', []] }, []],
  [
    'more than are kept',
    { '@graph': Array.from({ length: 9 }, (_, index) => ({ image: `/${index}` })) },
    [0, 1, 2, 3, 4].map(index => `http://example.test/${index}`),
  ],
]
for (const [name, value, urls] of images)
  test(`images of JSON-LD: ${name}`, () => {
    const { structuredImages = [] } = factsOf(block(JSON.stringify(value)))
    assert.deepEqual(structuredImages, urls)
  })

test('names of the prototype are keys like any other', () => {
  assert.deepEqual(factsOf(block('{"__proto__":{"@type":"A"},"constructor":{"@type":"B"}}')).jsonLd[0]?.types, [
    'A',
    'B',
  ])
})

test('lone surrogates in types become replacement characters', () => {
  assert.deepEqual(factsOf(block('{"@type":"\\ud800"}')).jsonLd[0]?.types, ['\ufffd'])
})

/** Items as JSON-LD, without context. */
function itemsOf(markup: string): unknown[] {
  return (factsOf(markup).markupItems ?? []).map(({ raw }) => {
    const { '@context': _, ...item } = JSON.parse(raw)
    return item
  })
}

/** Types and properties with texts folded and names of the things omitted: what two syntaxes can say alike. */
function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(comparable)
  if (typeof value !== 'object' || value === null) return String(value)
  const entries = Object.entries(value).filter(([name]) => name !== '@context' && name !== '@id')
  return Object.fromEntries(entries.map(([name, held]) => [name, comparable(held)]))
}

/** Each says the same three times, as the examples of schema.org and of Google's documentation do. */
const sameFacts: [name: string, syntaxes: { microdata: string; rdfa: string; jsonLd: object }][] = [
  [
    'a product with an offer and a rating',
    {
      microdata: `<div itemscope itemtype="https://schema.org/Product"><img itemprop="image" src="/dell.jpg" alt="x">
        <span itemprop="name">Dell UltraSharp
          30" Monitor</span>
        <div itemprop="aggregateRating" itemscope itemtype="https://schema.org/AggregateRating">
          <span itemprop="ratingValue">87</span> of <span itemprop="bestRating">100</span>, <span itemprop="ratingCount">24</span></div>
        <div itemprop="offers" itemscope itemtype="https://schema.org/Offer">
          <meta itemprop="priceCurrency" content="USD"><data itemprop="price" value="1495.00">$1,495</data>
          <link itemprop="availability" href="https://schema.org/InStock">
          <time itemprop="priceValidUntil" datetime="2026-11-05">5 November</time></div></div>`,
      rdfa: `<div vocab="https://schema.org/" typeof="Product"><img property="image" src="/dell.jpg" alt="x">
        <span property="name">Dell UltraSharp 30" Monitor</span>
        <div property="aggregateRating" typeof="AggregateRating">
          <span property="ratingValue">87</span> of <span property="bestRating">100</span>, <span property="ratingCount">24</span></div>
        <div property="offers" typeof="Offer"><meta property="priceCurrency" content="USD">
          <span property="price" content="1495.00">$1,495</span>
          <link property="availability" href="https://schema.org/InStock">
          <time property="priceValidUntil" datetime="2026-11-05">5 November</time></div></div>`,
      jsonLd: {
        '@type': 'Product',
        image: 'http://example.test/dell.jpg',
        name: 'Dell UltraSharp 30" Monitor',
        aggregateRating: { '@type': 'AggregateRating', ratingValue: 87, bestRating: 100, ratingCount: 24 },
        offers: {
          '@type': 'Offer',
          priceCurrency: 'USD',
          price: '1495.00',
          availability: 'https://schema.org/InStock',
          priceValidUntil: '2026-11-05',
        },
      },
    },
  ],
  [
    'an event at a place with a postal address',
    {
      microdata: `<div itemscope itemtype="http://schema.org/Event"><a itemprop="url" href="nba.html">NBA <span itemprop="name">Miami at
        Philadelphia</span></a><time itemprop="startDate" datetime="2026-04-21T20:00">Thu</time>
        <div itemprop="location" itemscope itemtype="http://schema.org/Place"><div itemprop="address" itemscope
        itemtype="http://schema.org/PostalAddress"><span itemprop="addressLocality">Philadelphia</span></div></div></div>`,
      rdfa: `<div prefix="s: http://schema.org/" typeof="s:Event"><link property="s:url" href="nba.html">
        <span property="s:name">Miami at Philadelphia</span><time property="s:startDate" datetime="2026-04-21T20:00">Thu</time>
        <div rel="s:location"><div typeof="s:Place"><div property="s:address" typeof="s:PostalAddress">
        <span property="s:addressLocality">Philadelphia</span></div></div></div></div>`,
      jsonLd: {
        '@type': 'Event',
        url: 'http://example.test/dir/nba.html',
        name: 'Miami at Philadelphia',
        startDate: '2026-04-21T20:00',
        location: { '@type': 'Place', address: { '@type': 'PostalAddress', addressLocality: 'Philadelphia' } },
      },
    },
  ],
  [
    'a list of breadcrumbs',
    {
      microdata: `<ol itemscope itemtype="https://schema.org/BreadcrumbList">
        <li itemprop="itemListElement" itemscope itemtype="https://schema.org/ListItem"><a itemprop="item" href="/books">
        <span itemprop="name">Books</span></a><meta itemprop="position" content="1"></li>
        <li itemprop="itemListElement" itemscope itemtype="https://schema.org/ListItem">
        <span itemprop="name">Award Winners</span><meta itemprop="position" content="2"></li></ol>`,
      rdfa: `<ol vocab="https://schema.org" typeof="BreadcrumbList">
        <li property="itemListElement" typeof="ListItem"><link property="item" href="/books">
        <span property="name">Books</span><meta property="position" content="1"></li>
        <li property="itemListElement" typeof="ListItem">
        <span property="name">Award Winners</span><meta property="position" content="2"></li></ol>`,
      jsonLd: {
        '@type': 'BreadcrumbList',
        itemListElement: [
          { '@type': 'ListItem', item: 'http://example.test/books', name: 'Books', position: 1 },
          { '@type': 'ListItem', name: 'Award Winners', position: 2 },
        ],
      },
    },
  ],
  [
    'several types and values',
    {
      microdata: `<p itemscope itemtype="https://schema.org/Person https://schema.org/Patient"><b itemprop="name alternateName">Jo</b>
        <a itemprop="sameAs" href="https://a.test/">a</a><a itemprop="sameAs" href="https://b.test/">b</a></p>`,
      rdfa: `<p vocab="https://schema.org/" typeof="Person Patient"><b property="name alternateName">Jo</b>
        <a property="sameAs" href="https://a.test/">a</a><a property="sameAs" href="https://b.test/">b</a></p>`,
      jsonLd: {
        '@type': ['Person', 'Patient'],
        name: 'Jo',
        alternateName: 'Jo',
        sameAs: ['https://a.test/', 'https://b.test/'],
      },
    },
  ],
]
describe('the same facts in three syntaxes', () => {
  for (const [name, { microdata, rdfa, jsonLd }] of sameFacts) {
    test(name, () => {
      assert.deepEqual(itemsOf(microdata).map(comparable), [comparable(jsonLd)])
      assert.deepEqual(itemsOf(rdfa).map(comparable), [comparable(jsonLd)])
    })
  }
})

const thing = (content: string, more = ''): string =>
  `<div itemscope itemtype="https://schema.org/Thing"${more}>${content}</div>`
const said = (properties: object): object => ({ '@type': 'Thing', ...properties })
const microdata: [name: string, markup: string, items: object[]][] = [
  ['a word alone is no item', '<p title="x itemscope y">itemscope</p>', []],
  [
    'values by element',
    thing(
      '<meter itemprop=a value=3>x</meter><object itemprop=b data=/o></object><time itemprop=c>noon</time><iframe itemprop=d src=f></iframe>',
    ),
    [said({ a: '3', b: 'http://example.test/o', c: 'noon', d: 'http://example.test/dir/f' })],
  ],
  ['a picture without a source', thing('<img itemprop=image alt=x>'), [said({ image: '' })]],
  [
    'an invalid URL stays as written',
    thing('<a itemprop=url href="http://[">x</a><link itemprop=image>'),
    [said({ url: 'http://[', image: '' })],
  ],
  [
    'a picture that scripts load',
    thing('<img itemprop=image data-src=/a.png>'),
    [said({ image: 'http://example.test/a.png' })],
  ],
  [
    'itemref, in the order of the page',
    `${thing('<b itemprop=a>1</b>', ' itemref="x y nowhere"')}<p id=x><b itemprop=a>2</b></p><p id=y itemprop=b>3</p>`,
    [said({ a: ['1', '2'], b: '3' })],
  ],
  [
    'itemref to itself, in a circle',
    thing(`<b id=r itemprop=a itemscope itemref="r s"></b>`, ' id=s itemref=s'),
    [said({ a: '' })],
  ],
  ['an item without type, with its name dropped', '<p itemscope itemid=/x><b itemprop=a>1</b></p>', [{ a: '1' }]],
  ['a global name', thing('', ' itemid=/x'), [said({ '@id': 'http://example.test/x' })]],
  [
    'a link that is an item has the name of its target',
    thing('<a itemprop=item itemscope itemtype=https://schema.org/Thing href=/b><i itemprop=name>B</i></a>'),
    [said({ item: said({ '@id': 'http://example.test/b', name: 'B' }) })],
  ],
  ['a property of nothing is none', '<b itemprop=a itemscope>x</b>', []],
  ['in a template', `<template>${thing('')}</template>`, []],
  [
    'another vocabulary',
    '<p itemscope itemtype="http://data-vocabulary.org/Person"><b itemprop=name>x</b></p>',
    [{ '@type': 'http://data-vocabulary.org/Person', name: 'x' }],
  ],
]
describe('Microdata', () => {
  for (const [name, markup, items] of microdata) test(name, () => assert.deepEqual(itemsOf(markup), items))

  test('has its place in the page', () => {
    const [item] = factsOf(`<body>\n<main>${thing('')}</main>`).markupItems ?? []
    assert.deepEqual(
      [item?.syntax, item?.line, item?.path, item?.types],
      ['microdata', 2, 'body > main > div', ['Thing']],
    )
  })
})

const rdfa: [name: string, markup: string, items: object[]][] = [
  ['a word of a script is none', '<script>if (typeof = x)</script>', []],
  ['a type without vocabulary', '<p typeof=Person property=name>x</p>', []],
  [
    'full URLs need no vocabulary',
    '<p typeof=http://schema.org/Person><b property=https://schema.org/name>x</b></p>',
    [{ '@type': 'Person', name: 'x' }],
  ],
  [
    'the prefix of schema.org is known, Open Graph is no part of it',
    '<html><head><meta property=og:title content=t></head><body typeof=schema:WebPage><h1 property="schema:name og:title">x</h1>',
    [{ '@type': 'WebPage', '@id': 'http://example.test/dir/page', 'http://ogp.me/ns#title': ['t', 'x'], name: 'x' }],
  ],
  [
    'a name with // after the colon is a URL, also where its scheme is a prefix',
    '<div prefix="http: https://other.test/" typeof=http://schema.org/Person><b property=http://schema.org/name>x</b></div>',
    [{ '@type': 'Person', name: 'x' }],
  ],
  [
    'a value with a type is its text; with that, a link is what it is said of',
    '<p vocab=https://schema.org/ typeof=Person><b property=name datatype=xsd:string>Jo</b><a property=email datatype=xsd:string href=/x>x</a></p>',
    [{ '@type': 'Person', name: 'Jo' }],
  ],
  [
    'words between prefixes are passed over',
    '<p prefix="x s: https://schema.org/ y: z z" typeof=s:Person><b property=s:name>Jo</b></p>',
    [{ '@type': 'Person', name: 'Jo' }],
  ],
  [
    'names in brackets are like those without',
    '<div vocab=https://schema.org/ prefix="me: https://me.test/#"><p resource=[me:jo] typeof=Person><b property=name>Jo</b></p></div>',
    [{ '@type': 'Person', '@id': 'https://me.test/#jo', name: 'Jo' }],
  ],
  [
    'one thing in two places',
    '<div vocab=https://schema.org/><p resource=#jo typeof=Person><b property=name>Jo</b></p><p about=#jo><b property=email>j@x.test</b></p></div>',
    [{ '@type': 'Person', '@id': 'http://example.test/dir/page#jo', name: 'Jo', email: 'j@x.test' }],
  ],
  [
    'a thing that is named is held',
    '<div vocab=https://schema.org/><p typeof=Article><a property=author resource=#jo>Jo</a></p><p resource=#jo typeof=Person><b property=name>Jo</b></p></div>',
    [{ '@type': 'Article', author: { '@type': 'Person', '@id': 'http://example.test/dir/page#jo', name: 'Jo' } }],
  ],
  [
    'things that hold each other',
    '<div vocab=https://schema.org/><p resource=#a typeof=Person><a property=knows resource=#b></a></p><p resource=#b typeof=Person><a property=knows resource=#a></a></p></div>',
    [
      {
        '@type': 'Person',
        '@id': 'http://example.test/dir/page#a',
        knows: {
          '@type': 'Person',
          '@id': 'http://example.test/dir/page#b',
          knows: { '@id': 'http://example.test/dir/page#a' },
        },
      },
    ],
  ],
  [
    'kinds of links are no properties',
    '<p vocab=https://schema.org/ typeof=Person><a rel="nofollow author" href=/x>x</a></p>',
    [{ '@type': 'Person' }],
  ],
  [
    'a relation with its target',
    '<p vocab=https://schema.org/ typeof=Person><a rel=schema:url href=/x>x</a></p>',
    [{ '@type': 'Person', url: 'http://example.test/x' }],
  ],
  [
    'a relation to a thing of its own',
    '<p vocab=https://schema.org/ typeof=Event><b rel=schema:location typeof=Place><i property=name>x</i></b></p>',
    [{ '@type': 'Event', location: { '@type': 'Place', name: 'x' } }],
  ],
  [
    'a relation of a thing that is named',
    '<p vocab=https://schema.org/ about=#a typeof=Person rel=schema:knows resource=#b></p>',
    [
      {
        '@type': 'Person',
        '@id': 'http://example.test/dir/page#a',
        knows: 'http://example.test/dir/page#b',
      },
    ],
  ],
  [
    'what stands in a link without property is of its target',
    '<p vocab=https://schema.org/ typeof=Person><a href=/x><b property=name>x</b></a></p>',
    [{ '@type': 'Person' }],
  ],
  [
    'an empty vocabulary ends the one above',
    '<p vocab=https://schema.org/ typeof=Person><i vocab=""><b property=name>x</b></i></p>',
    [{ '@type': 'Person' }],
  ],
  [
    'nameless things by a label',
    '<p vocab=https://schema.org/ resource=_:a typeof=Person></p><p about=_:a><b property=schema:name>x</b></p>',
    [{ '@type': 'Person', name: 'x' }],
  ],
]
describe('RDFa', () => {
  for (const [name, markup, items] of rdfa) test(name, () => assert.deepEqual(itemsOf(markup), items))
})

describe('structured data in attributes that means harm', () => {
  const deep = (open: string): string => `<div vocab="https://schema.org/" itemscope>${open.repeat(20_000)}`
  const hostile: [name: string, markup: string][] = [
    ['items within items without end', deep('<div itemprop=a itemscope itemtype=https://schema.org/Thing>')],
    ['things within things without end', deep('<div property=a typeof=Thing>')],
    ['texts within texts without end', deep('<div itemprop=a>x')],
    [
      'many items that refer to the same part',
      `<p id=r>${'<b itemprop=a>x</b>'.repeat(5_000)}</p>${'<i itemscope itemref=r></i>'.repeat(5_000)}`,
    ],
    ['half a million children', `<div itemscope typeof=a>${'<b></b>'.repeat(400_000)}`],
    [
      'names of the prototype',
      '<p itemscope itemtype=__proto__><b itemprop="__proto__ constructor toString">x</b></p>',
    ],
    ['a long list of prefixes', `<p typeof=a:b prefix="${'a: b '.repeat(50_000)}">`],
  ]
  for (const [name, markup] of hostile) {
    test(name, () => {
      const items = factsOf(markup).markupItems ?? []
      assert.ok(items.length <= 200)
      assert.ok(JSON.stringify(items).length < 500_000)
    })
  }
})

test('the content attribute of any element says what its text means', () => {
  const markup = `<div itemscope itemtype="https://schema.org/Article">
    <span itemprop="datePublished" content="2017-08-12">12 Aug 2017</span>
    <time itemprop="dateModified" datetime="2017-08-13" content="later">13 Aug 2017</time></div>`
  assert.deepEqual(itemsOf(markup), [{ '@type': 'Article', datePublished: '2017-08-12', dateModified: '2017-08-13' }])
})
