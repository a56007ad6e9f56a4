import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type {
  CanonicalFact,
  FormFact,
  HeadingFact,
  HreflangFact,
  LostHeadTag,
  NamelessFact,
} from '#shared/element-facts.ts'
import { imageIdentity } from './images/image-alt.ts'
import { pageChecks } from './page-checks.ts'
import { type FactOverrides, headingWith, imageWith, linkWith, pageFactsWith } from './test-facts.ts'
import { noThresholds } from './thresholds.ts'

interface Causes {
  /** Facts of two pages that have the same element, and what differs between them without being another mistake. */
  same: readonly [FactOverrides, FactOverrides]
  /** Facts of pages whose mistake is another one. */
  others: Record<string, FactOverrides>
}

const image = (overrides: Parameters<typeof imageWith>[0]): FactOverrides => ({ images: [imageWith(overrides)] })
const at = (parent: string, position: number, tag: string) => ({
  path: `body > ${parent} > ${tag}:nth-of-type(${position})`,
  line: 10 * position,
})

/** Every check of an image: the same image in another place of the list, one with another file, and one in another part of the page. */
function imageCauses(overrides: Parameters<typeof imageWith>[0]): Causes {
  const tag = '<img src="/logo.bmp" class="wide">'
  return {
    same: [
      image({ ...overrides, tag, ...at('header', 1, 'img') }),
      image({ ...overrides, tag: '<img  class=wide src=/logo.bmp>', ...at('header', 2, 'img') }),
    ],
    others: {
      'another file': image({ ...overrides, tag: '<img src="/boat.bmp" class="wide">', ...at('header', 1, 'img') }),
      'another part of the page': image({ ...overrides, tag, ...at('footer', 1, 'img') }),
    },
  }
}

function linkedImageCauses(overrides: Parameters<typeof imageWith>[0]): Causes {
  const linked = (url: string) => ({ ...overrides, soleContentOf: { element: 'link' as const, url } })
  const causes = imageCauses(linked('https://example.com/'))
  const other = { tag: '<img src="/logo.bmp" class="wide">', ...at('header', 1, 'img') }
  return {
    ...causes,
    others: {
      ...causes.others,
      'a link to another page': image({ ...linked('https://example.com/prices'), ...other }),
    },
  }
}

/** Every check of elements that have a tag, a place and nothing else. */
function taggedCauses(tag: string, otherTag: string, factsWith: (element: NamelessFact) => FactOverrides): Causes {
  const element = (own: string, parent: string, position: number) =>
    factsWith({ tag: own, url: '', ...at(parent, position, 'x') })
  return {
    same: [element(tag, 'header', 1), element(tag, 'header', 2)],
    others: { 'another tag': element(otherTag, 'header', 1), 'another part of the page': element(tag, 'footer', 1) },
  }
}

/** Every check of links: the same link in another place of the list, one with another text, and one to another page. */
function linkCauses(overrides: Parameters<typeof linkWith>[0], otherUrl: string): Causes {
  const link = (own: Parameters<typeof linkWith>[0]): FactOverrides => ({
    links: [linkWith({ ...overrides, ...at('nav', 1, 'a'), ...own })],
  })
  return {
    same: [link({}), link(at('nav', 3, 'a'))],
    others: { 'another target': link({ url: otherUrl }), 'another part of the page': link(at('main', 1, 'a')) },
  }
}

const formWith = (overrides: Partial<FormFact>): FactOverrides => ({
  forms: [
    {
      action: 'http://example.com/login',
      method: 'post',
      hasPasswordField: true,
      hasCardField: false,
      tag: '<form action="http://example.com/login">',
      ...at('header', 1, 'form'),
      ...overrides,
    },
  ],
})
const malformedLink = (href: string, position: number): FactOverrides => ({
  malformedLinks: [{ href, why: 'doubled-scheme', ...at('nav', position, 'a') }],
})
const uncrawlableLink = (text: string, position: number): FactOverrides => ({
  uncrawlableLinks: [{ tag: '<a href="javascript:open()">', text, ...at('nav', position, 'a') }],
})
const devLink = linkCauses({ url: 'http://localhost:3000/', text: 'Prices' }, 'http://localhost:3000/prices')

const headings = (...own: HeadingFact[]): FactOverrides => ({ headings: [headingWith(1, 'Tides'), ...own] })
const viewport = (content: string): FactOverrides => ({ viewport: content })
const character = (excerpt: string, line: number): FactOverrides => ({
  controlCharacters: [{ code: 0, line, excerpt }],
})
const repeatedTag = (name: string, line: number): FactOverrides => ({
  repeatedTags: [{ name, tag: `<${name}>`, line }],
})
const misspelled = (name: string, line: number): FactOverrides => ({
  misspelledNames: [{ attribute: 'rel', name, meant: 'alternate', tag: `<link rel="${name}" href="/${line}">`, line }],
})
const lostTag = (what: LostHeadTag['what'], line: number): FactOverrides => ({
  lostHeadTags: [{ what, tag: `<${what}>`, line: line + 1 }],
  headCloser: { tag: '<div>', line },
})
const repeatedId = (id: string, count: number): FactOverrides => ({
  repeatedIds: [{ id, count, ...at('nav', count, 'a') }],
})
const refused = (attribute: string, element: string): FactOverrides => ({
  refusedValues: [{ attribute, element, value: 'ZgotmplZ', path: `body > ${element}`, line: 9 }],
})
const repeatedAttribute = (tag: string, line: number): FactOverrides => ({
  repeatedAttributes: [{ name: 'class', tag, line }],
})
const mainText = (text: string): FactOverrides => ({ content: { mainText: text } })
const hreflang = (code: string, path: string, line: number): FactOverrides => ({
  hreflangs: [{ code, raw: path, url: `https://example.com${path}`, isAbsolute: false, source: 'tag', line }],
})
const foreignVersion = (code: string, path: string): HreflangFact => ({
  code,
  raw: `https://other.test${path}`,
  url: `https://other.test${path}`,
  isAbsolute: true,
  source: 'tag',
  line: 4,
})
const directive = (raw: string, line: number): FactOverrides => ({
  robotsDirectives: [{ source: 'meta', agent: 'robots', raw, tokens: [raw], line }],
})
const jsonLd = (content: object, line = 12): FactOverrides => ({
  jsonLd: [{ raw: JSON.stringify({ '@context': 'https://schema.org', ...content }), line, error: null, types: [] }],
})
const brokenJsonLd = (raw: string, column: number): FactOverrides => ({
  jsonLd: [{ raw, line: 12, error: { message: 'Trailing comma before }', line: 1, column }, types: ['Product'] }],
})
const offer = (price: string) => ({ '@type': 'Product', name: price, offers: { '@type': 'Offer', price } })

const canonical = (raw: string, changes: Partial<CanonicalFact> = {}): FactOverrides => ({
  canonicals: [
    {
      raw,
      url: new URL(raw, 'https://example.com/').href,
      source: 'tag',
      line: 5,
      isRelative: true,
      hasFragment: false,
      ...changes,
    },
  ],
})
const noindexed = (value: string, path: string): FactOverrides => ({
  ...canonical(`https://example.com${path}`),
  ...directive(value, 4),
  isNoindex: true,
})
const directives = (first: string, second: string, line: number): FactOverrides => ({
  robotsDirectives: [first, second].map(raw => ({ source: 'meta', agent: 'robots', raw, tokens: [raw], line })),
})
const shared = (url: string): FactOverrides => ({ openGraph: [['og:url', url]] })

/** Every check of elements has a row. */
const causesOfChecks: Record<string, Causes> = {
  'attribute-duplicate': {
    same: [repeatedAttribute('<a class="a" class="b">', 3), repeatedAttribute('<a class="a" class="b">', 9)],
    others: { 'another tag': repeatedAttribute('<p class="a" class="b">', 3) },
  },
  'button-name-missing': taggedCauses('<button class="menu">', '<button class="search">', button => ({
    namelessButtons: [button],
  })),
  'content-error-output': {
    same: [
      mainText('Fatal error: no bread in /a.php on line 3 Tides'),
      mainText('Boats Fatal error: no bread in /a.php on line 3'),
    ],
    others: { 'another error': mainText('Fatal error: no bread in /b.php on line 3') },
  },
  'content-placeholder': {
    same: [mainText('Tides {{ name }}'), mainText('Boats and {{ name }}')],
    others: {
      'another placeholder': mainText('Tides {{ price }}'),
      'the same in a heading': headings(headingWith(2, '{{ name }}')),
      'a refused value': refused('style', 'div'),
    },
  },
  'control-character': {
    same: [character('<img alt="Har␀bour">', 3), character('<img alt="Har␀bour">', 9)],
    others: { 'another place': character('<p>Har␀bour', 3) },
  },
  'canonical-invalid': {
    same: [canonical('/tides'), canonical('/boats', { line: 9 })],
    others: {
      'another problem': canonical('https://example.com/tides#top', { isRelative: false, hasFragment: true }),
      'a header': canonical('/tides', { source: 'header' }),
    },
  },
  'charset-missing': {
    same: [{ charset: { from: 'guess' } }, { charset: { from: 'guess' }, headExcerpt: '<title>Boats</title>' }],
    others: { 'a late declaration': { charset: { from: 'meta-late' } } },
  },
  'default-text': {
    same: [
      { titles: [{ text: 'Tides – Just another WordPress site', line: 3 }] },
      { titles: [{ text: 'Boats – Just another WordPress site', line: 5 }] },
    ],
    others: {
      'another element': { metaDescriptions: [{ text: 'Just another WordPress site', line: 3 }] },
      'a page that is sure to be of that system': {
        titles: [{ text: 'Tides – Just another WordPress site', line: 3 }],
        links: [linkWith({ kind: 'stylesheet', url: 'https://example.com/wp-content/a.css' })],
      },
    },
  },
  'doctype-missing': {
    same: [{ doctype: 'missing' }, { doctype: 'missing', titles: [] }],
    others: { 'an outdated one': { doctype: 'quirks' } },
  },
  'form-insecure': {
    same: [formWith({}), formWith(at('header', 2, 'form'))],
    others: {
      'another form': formWith({ tag: '<form action="http://example.com/search">' }),
      'another part of the page': formWith(at('main', 1, 'form')),
    },
  },
  'form-field-unlabelled': taggedCauses('<input name="q">', '<input name="email">', field => ({
    unlabelledFields: [field],
  })),
  'frame-title-missing': taggedCauses('<iframe src="/map">', '<iframe src="/tides">', frame => ({
    namelessFrames: [frame],
  })),
  'h1-multiple': {
    same: [
      headings(headingWith(1, 'Harbour', { isInMain: false, ...at('header', 1, 'h1') })),
      { headings: [headingWith(1, 'Harbour', { isInMain: false, ...at('header', 2, 'h1') }), headingWith(1, 'Boats')] },
    ],
    others: {
      'another text': headings(headingWith(1, 'Boats', { isInMain: false, ...at('header', 1, 'h1') })),
      'two in the main part': headings(headingWith(1, 'Harbour')),
    },
  },
  'head-broken': {
    same: [lostTag('canonical', 3), lostTag('canonical', 9)],
    others: { 'another tag': lostTag('robots', 3) },
  },
  'metadata-name-misspelled': {
    same: [misspelled('alternative', 3), misspelled('alternative', 9)],
    others: { 'another name': misspelled('alternat', 3) },
  },
  'head-or-body-repeated': {
    same: [repeatedTag('body', 3), repeatedTag('body', 9)],
    others: { 'another tag': repeatedTag('head', 3) },
  },
  'heading-duplicate': {
    same: [
      headings(headingWith(2, 'Details'), headingWith(2, 'Details')),
      headings(headingWith(2, 'Details', { line: 40 }), headingWith(2, 'Details'), headingWith(2, 'Details')),
    ],
    others: { 'another text': headings(headingWith(2, 'Prices'), headingWith(2, 'Prices')) },
  },
  'heading-empty': {
    same: [
      headings(headingWith(2, '', at('aside', 1, 'h2'))),
      headings(headingWith(2, 'Boats'), headingWith(2, '', at('aside', 2, 'h2'))),
    ],
    others: {
      'another level': headings(headingWith(3, '', at('aside', 1, 'h3'))),
      'another part of the page': headings(headingWith(2, '', at('footer', 1, 'h2'))),
    },
  },
  'heading-level-skipped': {
    same: [
      headings(headingWith(4, 'Comments', at('main', 1, 'h4'))),
      { headings: [headingWith(1, 'Boats'), headingWith(4, 'Comments', at('main', 2, 'h4'))] },
    ],
    others: {
      'another text': headings(headingWith(4, 'Prices', at('main', 1, 'h4'))),
      'another level before it': headings(headingWith(2, 'Boats'), headingWith(4, 'Comments', at('main', 1, 'h4'))),
    },
  },
  'hreflang-invalid': {
    same: [hreflang('de', '/de/tides', 4), hreflang('de', '/de/boats', 6)],
    others: { 'another language': hreflang('fr', '/de/tides', 4), 'another problem': hreflang('german', '/de/', 4) },
  },
  'text-direction-missing': {
    same: [
      { lang: 'ar', content: { mainText: 'مواعيد المد' } },
      { lang: 'ar-EG', content: { mainText: 'مواعيد الجزر' } },
    ],
    others: { 'the wrong direction': { lang: 'ar', direction: 'ltr', content: { mainText: 'مواعيد المد' } } },
  },
  'hreflang-self-missing': {
    same: [
      { hreflangs: [foreignVersion('de', '/de/tides'), foreignVersion('fr', '/fr/tides')] },
      { hreflangs: [foreignVersion('FR', '/fr/boats'), foreignVersion('de', '/de/boats')] },
    ],
    others: { 'another set': { hreflangs: [foreignVersion('de', '/de/tides')] } },
  },
  'html-lang-missing': {
    same: [{ lang: null }, { lang: ' ' }],
    others: { 'an invalid one': { lang: 'en_US' } },
  },
  'id-duplicate': {
    same: [repeatedId('email', 2), repeatedId('email', 3)],
    others: { 'another id': repeatedId('name', 2) },
  },
  'image-alt-empty': imageCauses({ alt: '' }),
  'image-alt-empty-in-link': linkedImageCauses({ alt: '' }),
  'image-alt-filename': imageCauses({ alt: 'logo.bmp' }),
  'image-alt-missing': linkedImageCauses({ alt: null }),
  'image-alt-too-long': imageCauses({ alt: 'boat '.repeat(60) }),
  'image-dimensions-missing': imageCauses({ width: null }),
  'image-format-legacy': imageCauses({ src: 'https://example.com/logo.bmp' }),
  'image-source-missing': imageCauses({ src: null, lacksSource: 'none' }),
  'link-malformed': {
    same: [malformedLink('https://https://a.test', 1), malformedLink('https://https://a.test', 4)],
    others: { 'another URL': malformedLink('https://https://b.test', 1) },
  },
  'link-opener': taggedCauses('<a href="https://a.test/">', '<a href="https://b.test/">', link => ({
    openerLinks: [link],
  })),
  'link-text-generic': linkCauses({ text: 'click here' }, 'https://example.com/prices'),
  'link-text-missing': taggedCauses('<a href="/cart">', '<a href="/">', link => ({ namelessLinks: [link] })),
  'link-to-private-host': {
    ...devLink,
    others: {
      ...devLink.others,
      'a page that explains the host': { ...devLink.same[0], content: { mainText: 'Open localhost:3000.' } },
    },
  },
  'link-uncrawlable': {
    same: [uncrawlableLink('Prices', 1), uncrawlableLink('Prices', 4)],
    others: { 'another text': uncrawlableLink('Moorings', 1) },
  },
  'meta-description-too-long': {
    same: [{ metaDescription: 'Tide tables. '.repeat(20) }, { metaDescription: 'Tide tables. '.repeat(20) }],
    others: { 'another text': { metaDescription: 'Moorings. '.repeat(30) } },
  },
  'meta-description-too-short': {
    same: [{ metaDescription: 'Tide tables.' }, { metaDescription: 'Tide tables.' }],
    others: { 'another text': { metaDescription: 'Moorings.' } },
  },
  'mixed-content': linkCauses({ kind: 'script', url: 'http://cdn.test/a.js' }, 'http://cdn.test/b.js'),
  'noindex-with-canonical': {
    same: [noindexed('noindex', '/tides'), noindexed('noindex', '/boats')],
    others: { 'another directive': noindexed('none', '/tides') },
  },
  'og-url-mismatch': {
    same: [shared('https://example.com/home'), shared('https://example.com/home')],
    others: { 'another URL': shared('https://example.com/tides') },
  },
  'robots-directive-conflict': {
    same: [directives('index', 'noindex', 4), directives('index', 'noindex', 9)],
    others: { 'other directives': directives('follow', 'nofollow', 4) },
  },
  'robots-directive-unknown': {
    same: [directive('no-index', 4), directive('no-index', 6)],
    others: { 'another directive': directive('no-follow', 4) },
  },
  'snippet-restricted': {
    same: [directive('nosnippet', 4), directive('nosnippet', 9)],
    others: { 'another directive': directive('noimageindex', 4) },
  },
  'structured-data-recommended': {
    same: [
      jsonLd({ '@type': 'Course', name: 'Knots', description: 'Twelve knots.' }),
      jsonLd({ '@type': 'Course', name: 'Tides', description: 'Read a table.' }, 40),
    ],
    others: { 'another type': jsonLd({ '@type': 'Article', headline: 'Tides' }) },
  },
  'structured-data-required': {
    same: [jsonLd({ '@type': 'Product', name: 'Anchor' }), jsonLd({ '@type': 'Product', name: 'Chain' }, 40)],
    others: { 'another type': jsonLd({ '@type': 'Course', name: 'Knots' }) },
  },
  'structured-data-syntax': {
    same: [
      brokenJsonLd('{ "@type": "Product", "name": "Anchor", }', 41),
      brokenJsonLd('{ "@type": "Product", "name": "Chain", }', 40),
    ],
    others: { 'another property': brokenJsonLd('{ "@type": "Product", "price": 49, }', 36) },
  },
  'structured-data-unknown': {
    same: [
      jsonLd({ '@type': 'Product', titel: 'Anchor' }),
      jsonLd({ '@graph': [{ '@type': 'Product', titel: 'Chain' }] }, 40),
    ],
    others: {
      'another property': jsonLd({ '@type': 'Product', nmae: 'Anchor' }),
      'another type': jsonLd({ '@type': 'Offer', titel: 'Anchor' }),
      'an unknown type': jsonLd({ '@type': 'Prodcut', titel: 'Anchor' }),
    },
  },
  'structured-data-value-invalid': {
    same: [jsonLd(offer('12,00 €')), jsonLd(offer('1.400,00 €'), 40)],
    others: { 'another property': jsonLd({ '@type': 'Product', offers: { '@type': 'Offer', priceCurrency: '€' } }) },
  },
  'technology-obsolete': {
    ...linkCauses({ kind: 'media', url: 'https://example.com/a.swf' }, 'https://example.com/b.swf'),
    others: {
      'a frameset': { links: [linkWith({ kind: 'frame', path: 'frameset > frame:nth-of-type(1)' })] },
    },
  },
  'title-too-long': {
    same: [{ title: 'Tide tables of the harbour, '.repeat(5) }, { title: 'Tide tables of the harbour, '.repeat(5) }],
    others: { 'another title': { title: 'Moorings of the harbour, '.repeat(5) } },
  },
  'title-too-short': {
    same: [{ title: 'Harbour' }, { title: 'Harbour' }],
    others: { 'another title': { title: 'Boats' } },
  },
  'url-tracking-internal': linkCauses(
    { url: 'https://example.com/?utm_source=menu' },
    'https://example.com/prices?utm_source=menu',
  ),
  'viewport-missing': {
    same: [{ viewport: null }, { viewport: null, headExcerpt: '<title>Boats</title>' }],
    others: { 'a fixed width': viewport('width=980') },
  },
  'zoom-disabled': {
    same: [viewport('user-scalable=no'), viewport('user-scalable=no')],
    others: { 'another setting': viewport('maximum-scale=1') },
  },
}

describe('checks of elements', () => {
  for (const { id, elements, thresholds } of pageChecks) {
    if (!elements) continue
    const keysOf = (facts: FactOverrides): readonly number[] => {
      const found = elements(pageFactsWith(facts), thresholds?.values ?? noThresholds)
      assert.ok(!('skipped' in found))
      return found.causeKeys
    }
    it(`${id} finds one cause on two pages that have the same element`, () => {
      const causes = causesOfChecks[id]
      assert.ok(causes, 'no pages are given')
      const [first, second] = causes.same.map(keysOf)
      assert.deepEqual(second, first)
      assert.equal(first?.length, 1)
      for (const [name, facts] of Object.entries(causes.others)) {
        const other = keysOf(facts)
        assert.ok(other.length > 0 && other.every(key => !first?.includes(key)), name)
      }
    })
    it(`${id} says of a shared cause nothing that counts the elements of its example page`, () => {
      const facts = causesOfChecks[id]?.same[0] ?? {}
      const found = elements(pageFactsWith(facts), thresholds?.values ?? noThresholds)
      assert.ok(!('skipped' in found))
      const { message = '', severity } = found.finding([0], true)
      assert.doesNotMatch(message, /\d of \d/)
      assert.equal(severity, found.finding([0], false).severity)
    })
  }
})

describe('imageIdentity()', () => {
  const menu = (url: string) =>
    imageIdentity(imageWith({ soleContentOf: { element: 'link', url, isOnPage: true }, tag: '<img src="/menu.svg">' }))

  it('is the same on every page of an image in a link to its own page', () =>
    assert.deepEqual(menu('https://example.com/a'), menu('https://example.com/b')))
})
