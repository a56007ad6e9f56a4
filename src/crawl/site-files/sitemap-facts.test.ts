import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readSitemap } from '#extract/sitemap.ts'
import type { SitemapFacts } from '#shared/host-facts.ts'
import { SitemapFactsBuilder } from './sitemap-facts.ts'

const NOW = Date.parse('2026-05-10T12:00:00Z')
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
type About = ConstructorParameters<typeof SitemapFactsBuilder>[0]
const about: About = {
  url: 'https://www.site.test/map.xml',
  from: 'robots',
  listedBy: '',
  isOwnHost: (host: string | null) => host === 'site.test',
  isHttpsSite: true,
  nowMs: NOW,
  keepsSamples: true,
}

function factsOf(content: string | Uint8Array, changes: Partial<About> = {}, mediaType = ''): SitemapFacts {
  const body = typeof content === 'string' ? new TextEncoder().encode(content) : content
  const builder = new SitemapFactsBuilder({ ...about, ...changes })
  const reading = readSitemap(body)
  const response = { status: 200, failure: null, failureDetail: '', mediaType, attempts: [], isBotChallenge: false }
  for (let step = reading.next(); ; step = reading.next()) {
    if (step.done) {
      const file = { ok: true, url: about.url, body, isTruncated: false, response } as const
      return builder.read(file, step.value, step.value.problem)
    }
    for (const entry of step.value.entries) builder.add(entry, step.value.kind)
  }
}

const urlset = (inner: string, more = '') => `<urlset ${NAMESPACE}${more}>${inner}</urlset>`
const entry = (loc: string, date = '') => `\n<url><loc>${loc}</loc>${date && `<lastmod>${date}</lastmod>`}</url>`
const faults = (facts: SitemapFacts) => facts.faults.map(fault => fault.kind)

describe('what is wrong with a file', () => {
  const own = entry('https://www.site.test/')
  const rows: [what: string, content: string | Uint8Array, faults: string[], looksLike: SitemapFacts['looksLike']][] = [
    ['nothing', urlset(own), [], null],
    [
      'nothing with a prefix',
      `<s:urlset ${NAMESPACE.replace('xmlns', 'xmlns:s')}><s:url><s:loc>https://site.test/</s:loc></s:url></s:urlset>`,
      [],
      null,
    ],
    ['a text file', 'https://www.site.test/', [], null],
    ['no namespace', `<urlset>${own}</urlset>`, ['namespace'], null],
    ['that of https', `<urlset ${NAMESPACE.replace('http:', 'https:')}>${own}</urlset>`, ['namespace'], null],
    [
      'the namespace of Google of old',
      `<urlset xmlns="http://www.google.com/schemas/sitemap/0.84">${own}</urlset>`,
      [],
      null,
    ],
    ['octets of Latin-1', Buffer.from(urlset(entry('https://www.site.test/é')), 'latin1'), ['encoding'], null],
    ['UTF-16', Buffer.from(`\ufeff${urlset(own)}`, 'utf16le'), ['encoding'], null],
    ['Latin-1 that is plain', `<?xml version="1.0" encoding="ISO-8859-1"?>${urlset(own)}`, [], null],
    ['no entry', urlset(''), ['empty'], null],
    ['relative URLs alone', urlset(entry('/a') + entry('ftp://www.site.test/')), ['empty'], null],
    ['no entry of news', urlset('', ' xmlns:n="http://www.google.com/schemas/sitemap-news/0.9"'), [], null],
    ['a web page', '<!doctype html><html></html>', [], 'html'],
    ['a web page in XML', '<html xmlns="http://www.w3.org/1999/xhtml"></html>', [], 'html'],
    ['a feed', '<rss version="2.0"></rss>', [], 'feed'],
    ['another document', '<catalogue/>', ['not-a-sitemap'], null],
    ['no text of URLs', 'Sorry', ['not-a-sitemap'], null],
    ['a document type', `<!DOCTYPE urlset>${urlset(own)}`, ['doctype'], null],
    ['XML that breaks off', `<urlset ${NAMESPACE}>${own}`, ['malformed'], null],
  ]
  for (const [what, content, expected, looksLike] of rows) {
    test(what, () => {
      const facts = factsOf(content)
      assert.deepEqual([faults(facts), facts.looksLike], [expected, looksLike])
    })
  }

  test('a text that is called a web page is one', () => {
    assert.equal(factsOf('Sorry', {}, 'text/html').looksLike, 'html')
    assert.equal(factsOf('Sorry', {}, 'text/plain').looksLike, null)
  })
})

describe('URLs', () => {
  test('under http and of other hosts are counted, with a few examples', () => {
    const others = Array.from({ length: 9 }, (_, index) => entry(`https://other-${index}.test/x`)).join('')
    const own = entry('http://site.test/').repeat(5)
    const facts = factsOf(urlset(own + others + entry('https://other-0.test/y')))
    assert.deepEqual([facts.insecure.total, facts.insecure.samples.length], [5, 3])
    assert.deepEqual(facts.insecure.samples[0], { line: 2, text: 'http://site.test/' })
    assert.equal(facts.foreign.length, 5)
    assert.deepEqual(facts.foreign[0], {
      origin: 'https://other-0.test',
      isNamedThere: null,
      total: 2,
      samples: [
        { line: 7, text: 'https://other-0.test/x' },
        { line: 16, text: 'https://other-0.test/y' },
      ],
    })
  })

  test('of the host on which the sitemap lies are its own, and so are those of the site', () => {
    const facts = factsOf(urlset(entry('https://files.test/a') + entry('https://www.site.test/a')), {
      url: 'https://files.test/map.xml',
    })
    assert.deepEqual(facts.foreign, [])
  })

  test('are normalised, and distinguished from those of other sites', () => {
    const builder = new SitemapFactsBuilder(about)
    const listed = (loc: string) => builder.add({ loc, alternates: [], lastModified: '', line: 1 }, 'urls')
    assert.deepEqual(listed('HTTPS://SITE.test:443/%7ea#x'), { url: 'https://site.test/~a', isOwn: true, day: 0 })
    assert.deepEqual(listed('https://other.test/'), { url: 'https://other.test/', isOwn: false, day: 0 })
    assert.deepEqual([listed('/a'), listed(`https://site.test/${'a'.repeat(9_000)}`)], [null, null])
  })
})

test('entries that name versions in other languages are noted', () => {
  const hasAlternates = (alternates: string[]) => {
    const builder = new SitemapFactsBuilder(about)
    builder.add({ loc: 'https://site.test/', alternates, lastModified: '', line: 1 }, 'urls')
    return builder.unread({ ok: false, isUnreachable: false, response: null, detail: '' }).hasAlternates
  }
  assert.deepEqual([hasAlternates([]), hasAlternates(['https://site.test/de'])], [undefined, true])
})

describe('dates', () => {
  test('are given in days, but not those that lie ahead', () => {
    const builder = new SitemapFactsBuilder(about)
    const day = (lastModified: string) =>
      builder.add({ loc: 'https://site.test/', alternates: [], lastModified, line: 1 }, 'urls')?.day
    assert.deepEqual(['1970-01-03T23:59:59Z', '', 'today', '2999-01-01', '1960-01-01'].map(day), [2, 0, 0, 0, 0])
  })

  test('are counted by what can be read of them', () => {
    const dates = [
      '2026-05-09',
      '2026-05-09T10:00:00+02:00',
      '2024',
      '2026-05-11T11:59:59Z',
      '2026-05-11T12:00:01Z',
      'today',
    ]
    const facts = factsOf(urlset(dates.map(date => entry('https://site.test/', date)).join('')))
    assert.deepEqual(facts.lastModified, {
      dated: 5,
      invalid: { total: 1, samples: [{ line: 7, text: 'today' }] },
      future: { total: 1, samples: [{ line: 6, text: '2026-05-11T12:00:01Z' }] },
      days: ['2026-05-09', '2024-01-01', '2026-05-11'],
      newest: '2026-05-11',
    })
  })

  test('keep no examples where they would be too many', () => {
    const facts = factsOf(urlset(entry('https://site.test/', 'today').repeat(9)), { keepsSamples: false })
    assert.deepEqual(facts.lastModified.invalid, { total: 9, samples: [] })
  })
})
