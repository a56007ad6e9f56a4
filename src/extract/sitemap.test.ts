import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { MAX_SITEMAP_ENTRIES, readSitemap } from './sitemap.ts'
import type { SitemapEntry, SitemapSummary } from './sitemap-entry.ts'

interface Read extends SitemapSummary {
  entries: SitemapEntry[]
}

function read(input: string | Uint8Array): Read {
  const reading = readSitemap(typeof input === 'string' ? new TextEncoder().encode(input) : input)
  const entries: SitemapEntry[] = []
  for (let step = reading.next(); ; step = reading.next()) {
    if (step.done) return { ...step.value, entries }
    entries.push(...step.value.entries)
  }
}

const locs = (input: string | Uint8Array) => read(input).entries.map(({ loc }) => loc)
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
const urlset = (inner: string) => `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${NAMESPACE}>${inner}</urlset>`
const url = (inner: string) => urlset(`<url><loc>${inner}</loc></url>`)
const utf16 = (text: string, isBigEndian: boolean) => {
  const bytes = Buffer.from(text, 'utf16le')
  return isBigEndian ? bytes.swap16() : bytes
}

describe('the URL of an entry', () => {
  const cases: [what: string, inner: string, expected: string][] = [
    ['is taken as written', 'http://a.test/x', 'http://a.test/x'],
    ['loses white space around it', '\n  http://a.test/x\t\r\n', 'http://a.test/x'],
    ['may hold the five entities', 'http://a.test/?a=1&amp;b=&lt;&gt;&quot;&apos;', 'http://a.test/?a=1&b=<>"\''],
    ['may hold character references', 'http://a.test/&#228;&#x00E4;&#x1F600;', 'http://a.test/ää😀'],
    [
      'keeps references to no character',
      'http://a.test/&#0;&#xD800;&#x110000;',
      'http://a.test/&#0;&#xD800;&#x110000;',
    ],
    ['keeps entities that XML does not define', 'http://a.test/&nbsp;&xxe;', 'http://a.test/&nbsp;&xxe;'],
    ['keeps a bare ampersand', 'http://a.test/?a=1&b=2', 'http://a.test/?a=1&b=2'],
    ['is resolved once', 'http://a.test/&amp;amp;', 'http://a.test/&amp;'],
    ['may stand in CDATA, where nothing is resolved', '<![CDATA[http://a.test/?a&amp;b]]>', 'http://a.test/?a&amp;b'],
    ['may be broken by a comment', 'http://a.test/<!-- > ]]> -->x', 'http://a.test/x'],
    ['may be broken by an instruction', 'http://a.test/<?x <loc> ?>x', 'http://a.test/x'],
    ['does not take in what is inside another element', 'http://a.test/<b>no</b>x', 'http://a.test/x'],
  ]
  for (const [what, inner, expected] of cases) {
    it(what, () => assert.deepEqual(locs(url(inner)), [expected]))
  }

  it('is the first one of its entry, and an entry without one is none', () => {
    assert.deepEqual(
      locs(urlset('<url><loc>http://a.test/1</loc><loc>http://a.test/2</loc></url><url><loc> </loc></url><url/>')),
      ['http://a.test/1'],
    )
  })

  it('is not the one of an image or a video', () => {
    const inner =
      '<url><image:image><image:loc>http://a.test/i.png</image:loc></image:image><image:loc>http://a.test/j.png</image:loc>' +
      '<loc>http://a.test/page</loc><video:video><loc>http://a.test/v</loc></video:video></url>'
    assert.deepEqual(locs(urlset(inner)), ['http://a.test/page'])
  })

  it('is found whatever the prefix of the namespace', () => {
    const text = '<s:urlset xmlns:s="x"><s:url><s:loc>http://a.test/</s:loc></s:url></s:urlset>'
    assert.deepEqual(locs(text), ['http://a.test/'])
  })

  it('survives wherever the file is cut into pieces', () => {
    const body =
      '<url><loc>http://a.test/<!-- c -->&amp;<![CDATA[&]]>x</loc><xhtml:link rel="alternate" href="h>"/></url>'
    for (let pad = 0; pad < body.length + 20; pad += 1) {
      const text = urlset(`<!--${' '.repeat(256 * 1024 - 100 - pad)}-->${body}`)
      const { kind, problem, entries } = read(text)
      assert.deepEqual([kind, problem], ['urls', null])
      assert.deepEqual(entries, [{ loc: 'http://a.test/&&x', alternates: ['h>'], lastModified: '', line: 2 }])
    }
  })
})

describe('the position of a problem', () => {
  const pad = (text: string) => `<!--${'x\n'.repeat(200_000)}-->${text}`
  const cases: [what: string, input: string, expected: [number, number, string]][] = [
    ['a tag that closes another', '<urlset>\n <url>\n  <loc>x</url>', [3, 9, '</url> closes <loc>']],
    ['far into a file of many lines', `<urlset>${pad('\n <url></urlset>')}`, [200_002, 7, '</urlset> closes <url>']],
    ['a second root', '<urlset/>\n<urlset/>', [2, 1, 'a second root element begins']],
    ['an end that comes too early', '<urlset>\n<url>\n', [3, 1, 'the file ends before <url> is closed']],
    ['a tag without a name', '<urlset>\n\n   <>', [3, 4, 'a tag without a name']],
    ['a document type', '\n\n<!DOCTYPE x>', [3, 1, '']],
    ['another outermost element', '<rss>', [1, 1, '']],
  ]
  for (const [what, input, expected] of cases) {
    it(`is reported of ${what}`, () => {
      const { place, detail } = read(input)
      assert.deepEqual([place?.line, place?.column, detail], expected)
    })
  }

  it('is the line of each entry, in XML and in a text file', () => {
    const lines = (input: string) => read(input).entries.map(({ line }) => line)
    assert.deepEqual(lines('<urlset>\n<url>\n<loc>a</loc></url><url><loc>b</loc>\n</url></urlset>'), [3, 4])
    assert.deepEqual(lines('http://a.test/\n\nhttp://a.test/2'), [1, 3])
  })
})

describe('the summary of a file', () => {
  it('is the name and the namespace of its outermost element, and that it is about news', () => {
    const news =
      '<s:urlset xmlns:s="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:n="http://www.google.com/schemas/sitemap-news/0.9"/>'
    const { root, namespace, isNews } = read(news)
    assert.deepEqual([root, namespace, isNews], ['urlset', 'http://www.sitemaps.org/schemas/sitemap/0.9', true])
    assert.deepEqual([read('<rss/>').root, read('<urlset/>').namespace, read('http://a.test/').root], ['rss', '', ''])
  })

  it('is the date of an entry, but not that of an extension', () => {
    const dates = (inner: string) =>
      read(urlset(`<url><loc>x</loc>${inner}</url>`)).entries.map(each => each.lastModified)
    assert.deepEqual(dates('<lastmod> 2026-01-02 </lastmod><lastmod>2025</lastmod>'), ['2026-01-02'])
    assert.deepEqual(dates('<news:lastmod>2026</news:lastmod><lastmod/>'), [''])
    assert.deepEqual(dates(`<lastmod>${'9'.repeat(1_000_000)}</lastmod>`), ['9'.repeat(64)])
  })
})

describe('alternates', () => {
  it('are the links to other languages, in any order of attributes and either kind of quotes', () => {
    const inner =
      "<url><loc>http://a.test/</loc><xhtml:link rel='alternate' hreflang='de' href='http://a.test/de?a&amp;b'/>" +
      '<xhtml:link  href = "http://a.test/fr" hreflang="fr"\n rel="alternate"></xhtml:link>' +
      '<xhtml:link rel="canonical" href="http://a.test/no"/><xhtml:link rel="alternate"/><xhtml:link rel=alternate href=x /></url>'
    assert.deepEqual(read(urlset(inner)).entries[0]?.alternates, ['http://a.test/de?a&b', 'http://a.test/fr'])
  })
})

describe('a file', () => {
  const ONE = '<url><loc>http://a.test/1</loc></url>'
  const cases: [what: string, input: string | Uint8Array, expected: [Read['kind'], Read['problem'], number]][] = [
    [
      'that is an index',
      `<sitemapindex><sitemap><loc>http://a.test/s</loc></sitemap></sitemapindex>`,
      ['index', null, 1],
    ],
    ['with a urlset', urlset(ONE), ['urls', null, 1]],
    ['with white space before its declaration', `\n ${urlset(ONE)}`, ['urls', null, 1]],
    ['with an empty urlset', '<urlset/>', ['urls', null, 0]],
    ['of lines', 'http://a.test/1\r\nhttps://a.test/2\rnot one\n\n', ['text', null, 2]],
    ['of lines with a byte order mark', '\ufeffhttp://a.test/1', ['text', null, 1]],
    ['of other lines', 'Not found\nhttp://a.test/1', ['none', 'not-a-sitemap', 0]],
    ['without anything', '', ['none', 'not-a-sitemap', 0]],
    ['of white space', '  \n', ['none', 'not-a-sitemap', 0]],
    ['of HTML', '<!DOCTYPE html><html><body><url><loc>http://a.test/</loc></url>', ['none', 'not-a-sitemap', 0]],
    ['of HTML without doctype', '<html><urlset><url><loc>x</loc></url></urlset></html>', ['none', 'not-a-sitemap', 0]],
    ['of RSS', '<rss><channel/></rss>', ['none', 'not-a-sitemap', 0]],
    [
      'of random bytes',
      Uint8Array.from({ length: 999 }, (_, index) => (index * 197) % 256),
      ['none', 'not-a-sitemap', 0],
    ],
    ['with a DTD', `<!DOCTYPE urlset [<!ENTITY x "y">]>${urlset(ONE)}`, ['none', 'doctype', 0]],
    [
      'with an outside entity',
      `<?xml version="1.0"?><!doctype urlset SYSTEM "file:///etc/passwd">`,
      ['none', 'doctype', 0],
    ],
    ['that ends too early', `<urlset>${ONE}<url><loc>http://a.test/2`, ['urls', 'malformed', 1]],
    ['that ends in a comment', `<urlset>${ONE}</urlset><!--`, ['urls', 'malformed', 1]],
    ['that ends in a declaration', `<urlset>${ONE}<!`, ['urls', 'malformed', 1]],
    [
      'with tags that do not match',
      `<urlset>${ONE}<url><loc>http://a.test/2</url></loc></urlset>`,
      ['urls', 'malformed', 1],
    ],
    ['with two roots', `<urlset>${ONE}</urlset><urlset>${ONE}</urlset>`, ['urls', 'malformed', 1]],
    ['nested without end', `<urlset>${'<a>'.repeat(100_000)}`, ['urls', 'malformed', 0]],
    ['with an endless tag', `<urlset>${ONE}<url ${'a="b" '.repeat(20_000)}`, ['urls', 'malformed', 1]],
    ['with an endless quote', `<urlset>${ONE}<url a="${'b'.repeat(1_000_000)}`, ['urls', 'malformed', 1]],
    [
      'with an endless URL',
      urlset(`<url><loc>http://a.test/${'b'.repeat(1_000_000)}</loc></url>${ONE}`),
      ['urls', null, 1],
    ],
    ['with an endless line', `http://a.test/1\n${'x'.repeat(1_000_000)}\nhttp://a.test/2`, ['text', null, 2]],
    ['of entities alone', urlset('&a;'.repeat(300_000) + ONE), ['urls', null, 1]],
    ['in UTF-16 with a mark', utf16(`\ufeff${urlset(ONE)}`, true), ['urls', null, 1]],
    ['in UTF-16 without a mark', utf16(urlset(ONE), false), ['urls', null, 1]],
    ['in an unknown encoding', `<?xml version="1.0" encoding="klingon"?><urlset>${ONE}</urlset>`, ['urls', null, 1]],
    ['with more entries than allowed', urlset(ONE.repeat(MAX_SITEMAP_ENTRIES + 1)), ['urls', 'too-many', 50_000]],
    ['with as many as allowed', urlset(ONE.repeat(MAX_SITEMAP_ENTRIES)), ['urls', null, 50_000]],
  ]
  for (const [what, input, expected] of cases) {
    it(what, () => {
      const { kind, problem, entries } = read(input)
      assert.deepEqual([kind, problem, entries.length], expected)
    })
  }

  it('is read in the encoding that its declaration names', () => {
    const text = '<?xml version="1.0" encoding="ISO-8859-1"?><urlset><url><loc>http://a.test/é</loc></url></urlset>'
    assert.deepEqual(locs(Buffer.from(text, 'latin1')), ['http://a.test/é'])
  })
})
