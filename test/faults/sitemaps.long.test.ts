import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { after, before, describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { type LoopbackServer, serveHttp } from '#fetch/test-server.ts'
import { exportFormats } from '#report/export/index.ts'
import { openTestProduct, startTestCrawl, type TestProduct, waitForEnd } from '../support/product.ts'
import { assertSameText } from '../support/same-text.ts'
import { rowsIn, temporaryFolder } from '../support/storage.ts'

/** Pages that only a sitemap lists, and sitemaps that are not what they should be: real server, real crawl. */

interface SiteResponse {
  status?: number
  type?: string
  body?: string | Buffer
}
type Site = Record<string, SiteResponse>

let site: Site = {}
let requested: string[] = []
let onRequest: (path: string) => void = () => {}
let server: LoopbackServer
let foreign: LoopbackServer
let foreignRequests: string[] = []
let opened: TestProduct

before(async () => {
  server = await serveHttp(({ url = '' }, response) => {
    requested.push(url)
    onRequest(url)
    const { status = 200, type = 'text/html', body = '' } = site[url] ?? { status: 404 }
    response.writeHead(status, { 'content-type': type }).end(body)
  })
  foreign = await serveHttp(({ url = '' }, response) => {
    foreignRequests.push(url)
    if (url === '/robots.txt') response.writeHead(404).end()
    else response.end(urlset([`${server.origin}/from-elsewhere`, `${foreign.origin}/page`]))
  })
  opened = await openTestProduct()
})
after(async () => {
  await opened[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
  await foreign[Symbol.asyncDispose]()
})

const page = (title: string, ...links: string[]): SiteResponse => ({
  body: `<!doctype html><html lang="en"><title>${title}</title><h1>${title}</h1>${links.map(href => `<a href="${href}">${href}</a>`).join(' ')}</html>`,
})
const urlset = (urls: readonly string[]) =>
  `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.map(url => `<url><loc>${url}</loc></url>`).join('')}</urlset>`
const index = (urls: readonly string[]) =>
  `<sitemapindex>${urls.map(url => `<sitemap><loc>${url}</loc></sitemap>`).join('')}</sitemapindex>`
const at = (path: string) => server.origin + path
const xml = (body: string | Buffer): SiteResponse => ({ type: 'application/xml', body })

interface Crawled {
  /** Path, crawl depth and status of the rows of the pages list, in the order in which they were numbered. */
  pages: [string, number, number | null][]
  notes: string[]
  endReason: string | null
  /** Paths that a sitemap lists. */
  listed: string[]
  skipped: [string, string][]
}

async function crawl(
  files: Site,
  options: { limit?: number; readsSitemaps?: boolean; probesExternal?: boolean } = {},
): Promise<Crawled> {
  site = files
  requested = []
  foreignRequests = []
  const { product } = opened
  const crawlId = await startTestCrawl(product, {
    url: at('/'),
    readsSitemaps: true,
    probesExternal: false,
    ...options,
  })
  const { notes, endReason } = await waitForEnd(product, crawlId)
  assert.deepEqual(opened.logged, [])
  const rows = await product.store.reading.pages(crawlId, { limit: 1_000 })
  const skipped = await product.store.reading.skippedUrls(crawlId, { limit: 1_000 })
  const path = (url: string) => url.replace(server.origin, '')
  return {
    pages: rows
      .toSorted((a, b) => a.number - b.number)
      .map(row => [path(row.url), row.depth, row.statusCode] as [string, number, number | null]),
    notes: notes.map(note => note.replaceAll(server.origin, '').replaceAll(foreign.origin, '//foreign')),
    endReason,
    listed: (await listedIn(opened.folder, crawlId)).map(path),
    skipped: skipped.map(({ url, reason }) => [path(url), reason] as [string, string]),
  }
}

async function listedIn(folder: string, crawlId: number): Promise<string[]> {
  const rows = await rowsIn(
    folder,
    `select url from url where crawl_id = ${crawlId} and is_in_sitemap = 1 order by url`,
  )
  return rows.map(row => String(row.url))
}

describe('a site with sitemaps', () => {
  it('has what only they list visited after all links, by URL, and then what those pages name', async () => {
    const crawled = await crawl({
      '/robots.txt': {
        type: 'text/plain',
        body: `User-agent: *\nDisallow: /private/\nDisallow: /closed.xml\nSitemap: ${at('/map')}\nSitemap: ${at('/closed.xml')}\nSitemap: ${foreign.origin}/s.xml`,
      },
      '/': page('Start', '/a', '/linked" rel="nofollow'),
      '/a': page('A', '/b'),
      '/b': page('B'),
      '/linked': page('Linked'),
      '/map': xml(index([at('/pages.xml.gz'), at('/list'), at('/gone.xml'), at('/soft'), at('/nested'), at('/map')])),
      '/pages.xml.gz': {
        type: 'application/octet-stream',
        body: gzipSync(
          `<urlset xmlns:x="h"><url><loc> ${at('/orphan-2')} </loc><x:link rel="alternate" hreflang="de" href="${at('/orphan-de')}"/></url>` +
            `<url><loc>${at('/a')}</loc><image:image><image:loc>${at('/picture.png')}</image:loc></image:image></url>` +
            `<url><loc>${at('/orphan-1?x=1&amp;y=2')}</loc></url><url><loc>${at('/private/x')}</loc></url>` +
            `<url><loc>${at('/linked')}</loc></url><url><loc>/relative</loc></url><url><loc>javascript:alert(1)</loc></url></urlset>`,
        ),
      },
      '/list': { type: 'text/plain', body: `${at('/orphan-3')}\nhttp://127.0.0.1:1/elsewhere\n${at('/missing')}#part` },
      '/soft': page('Not found'),
      '/nested': xml(index([at('/never.xml')])),
      '/never.xml': xml(urlset([at('/never')])),
      '/orphan-1?x=1&y=2': page('Orphan 1', '/child', '/a'),
      '/orphan-2': page('Orphan 2'),
      '/orphan-3': page('Orphan 3'),
      '/orphan-de': page('Orphan de'),
      '/child': page('Child', '/grandchild'),
      '/grandchild': page('Grandchild'),
    })
    assert.deepEqual(crawled.pages, [
      ['/', 0, 200],
      ['/a', 1, 200],
      ['/b', 2, 200],
      ['/linked', 1, 200],
      ['/missing', -1, 404],
      ['/orphan-1?x=1&y=2', -1, 200],
      ['/orphan-2', -1, 200],
      ['/orphan-3', -1, 200],
      ['/orphan-de', -1, 200],
      ['/child', -1, 200],
      ['/grandchild', -1, 200],
    ])
    assert.equal(crawled.endReason, 'finished')
    assert.deepEqual(crawled.listed, [
      '/a',
      '/linked',
      '/missing',
      '/orphan-1?x=1&y=2',
      '/orphan-2',
      '/orphan-3',
      '/orphan-de',
      '/private/x',
    ])
    assert.deepEqual(crawled.skipped, [['/private/x', 'robots']])
    assert.deepEqual(crawled.notes, [
      'The sitemap /closed.xml could not be read: robots.txt does not let crawlers request it (line 3: Disallow: /closed.xml).',
      'The sitemap //foreign/s.xml could not be read: it lies on another site, and other sites were not requested.',
      'The sitemap /gone.xml could not be read: it responds with 404.',
      'The sitemap /soft is not in order: it is no sitemap.',
      'The sitemap /nested is not in order: it is an index that another index lists, which the protocol does not allow.',
    ])
    const never = ['/closed.xml', '/never.xml', '/never', '/picture.png', '/private/x', '/relative', '/sitemap.xml']
    assert.deepEqual(
      requested.filter(path => never.includes(path)),
      [],
    )
    assert.deepEqual(
      [requested.filter(path => path === '/map').length, requested.filter(path => path === '/gone.xml').length],
      [1, 2],
    )
    assert.deepEqual(foreignRequests, [])
  })

  it('has the URLs of a sitemap on another site visited, but nothing of that site', async () => {
    const files = {
      '/robots.txt': { type: 'text/plain', body: `Sitemap: ${foreign.origin}/s.xml` },
      '/': page('Start'),
      '/from-elsewhere': page('From elsewhere'),
    }
    const crawled = await crawl(files, { probesExternal: true })
    assert.deepEqual(
      crawled.pages.map(([path]) => path),
      ['/', '/from-elsewhere'],
    )
    assert.deepEqual(foreignRequests, ['/robots.txt', '/s.xml'])
  })

  it('is looked at in the usual places when robots.txt names none, and nothing is said of what is not there', async () => {
    const files = {
      '/': page('Start'),
      '/sitemap_index.xml': xml(index([at('/s')])),
      '/s': xml(urlset([at('/x')])),
      '/x': page('X'),
    }
    const crawled = await crawl(files)
    assert.deepEqual(
      crawled.pages.map(([path]) => path),
      ['/', '/x'],
    )
    assert.deepEqual(crawled.notes, [])
    assert.deepEqual(
      requested.filter(path => path.includes('sitemap') || path === '/s'),
      ['/sitemap.xml', '/sitemap_index.xml', '/s'],
    )
  })

  it('is not requested from the second place when the first is right, and read for the checks alone where no more is wanted', async () => {
    const files = {
      '/': page('Start'),
      '/sitemap.xml': xml(urlset([at('/')])),
      '/sitemap_index.xml': xml(urlset([at('/x')])),
    }
    assert.deepEqual((await crawl(files)).listed, ['/'])
    assert.equal(requested.includes('/sitemap_index.xml'), false)
    const orphaned = { ...files, '/sitemap.xml': xml(urlset([at('/'), at('/x')])), '/x': page('X') }
    const checkedOnly = await crawl(orphaned, { readsSitemaps: false })
    assert.deepEqual(
      [checkedOnly.listed, checkedOnly.pages.map(([path]) => path), checkedOnly.notes],
      [['/'], ['/'], []],
    )
    assert.deepEqual(
      requested.filter(path => path.includes('sitemap') || path === '/x'),
      ['/sitemap.xml'],
    )
  })

  it('keeps its page limit for linked pages', async () => {
    const orphans = ['/o4', '/o1', '/o3', '/o2']
    const files = {
      '/': page('Start', '/a'),
      '/a': page('A', '/b'),
      '/b': page('B'),
      '/sitemap.xml': xml(urlset(orphans.map(at))),
      ...Object.fromEntries(orphans.map(path => [path, page(path)])),
    }
    const tight = await crawl(files, { limit: 3 })
    assert.deepEqual([tight.pages.map(([path]) => path), tight.endReason], [['/', '/a', '/b'], 'finished'])
    assert.deepEqual(
      requested.filter(path => path === '/sitemap.xml' || orphans.includes(path)),
      ['/sitemap.xml'],
    )
    const wider = await crawl(files, { limit: 5 })
    assert.deepEqual(
      wider.pages.map(([path]) => path),
      ['/', '/a', '/b', '/o1', '/o2'],
    )
    assert.equal(wider.endReason, 'limit')
    assert.deepEqual(wider.skipped, [
      ['/o3', 'limit'],
      ['/o4', 'limit'],
    ])
    assert.deepEqual(
      requested.filter(path => path === '/o3' || path === '/o4'),
      [],
    )
  })
})

describe('a hostile sitemap', () => {
  const hostile = async (body: string | Buffer, more: Site = {}) =>
    await crawl({
      '/robots.txt': { type: 'text/plain', body: `Sitemap: ${at('/s')}` },
      '/': page('Start'),
      '/good': page('Good'),
      '/s': xml(body),
      ...more,
    })
  const start = `<urlset><url><loc>`
  const cases: [what: string, body: () => string | Buffer, paths: string[], note: RegExp | null][] = [
    [
      'that unpacks to 200 MB',
      () => gzipSync(`${start}${at('/good')}</loc></url>${' '.repeat(200_000_000)}`),
      ['/', '/good'],
      /larger than 50 MB/,
    ],
    [
      'with an entity bomb',
      () => `<!DOCTYPE x [<!ENTITY a "${'a'.repeat(99)}">]>${start}&a;</loc></url></urlset>`,
      ['/'],
      /document type/,
    ],
    [
      'of 20 MB, more than a page may have',
      () => `${' '.repeat(20_000_000)}${urlset([at('/good')])}`,
      ['/', '/good'],
      null,
    ],
    ['that is cut', () => `${start}${at('/good')}</loc></url><url><loc>${at('/ba')}`, ['/', '/good'], /XML is broken/],
    [
      'that is a broken gzip file',
      () => Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0, 255, 255, 255]),
      ['/'],
      /no sitemap/,
    ],
    [
      'with private IP addresses',
      () => urlset(['http://169.254.169.254/latest/', 'file:///etc/passwd', at('/good')]),
      ['/', '/good'],
      null,
    ],
    [
      'with URLs without end',
      () => urlset(Array.from({ length: 20_000 }, (_, number) => at(`/gone/${number}`))),
      ['/'],
      /more URLs than this crawl has room for: 20 /,
    ],
    ['that is an index of itself', () => index([at('/s'), at('/s#x')]), ['/'], null],
  ]
  for (const [what, body, paths, note] of cases) {
    it(`${what} ends no crawl`, async () => {
      const isEndless = what.includes('without end')
      const content = body()
      const crawled = isEndless
        ? await crawl({ '/': page('Start'), '/sitemap.xml': xml(content) }, { limit: 2 })
        : await hostile(content)
      assert.deepEqual(
        crawled.pages.filter(([path]) => !path.startsWith('/gone/')).map(([path]) => path),
        paths,
      )
      if (isEndless) assert.equal(crawled.pages.length, 21)
      assert.equal(crawled.endReason, 'finished')
      if (note) assert.match(crawled.notes.join('\n'), note)
      else assert.deepEqual(crawled.notes, [])
    })
  }

  it('that lists files without end has a hundred of them requested', async () => {
    const children = Array.from({ length: 1_000 }, (_, number) => at(`/child-${number}`))
    const empty = Object.fromEntries(children.map(url => [url.replace(server.origin, ''), xml('<urlset/>')]))
    const crawled = await hostile(index(children), empty)
    assert.equal(requested.filter(path => path.startsWith('/child-')).length, 99)
    assert.deepEqual(crawled.notes, [
      '901 more sitemaps were not requested, because there are too many or too many did not respond.',
    ])
  })
})

describe('a crawl that is taken up again', () => {
  const files = (): Site => ({
    '/robots.txt': { type: 'text/plain', body: `Sitemap: ${at('/s1')}\nSitemap: ${at('/s2')}` },
    '/': page('Start', '/a'),
    '/a': page('A'),
    '/s1': xml(urlset([at('/x'), at('/y')])),
    '/s2': xml(urlset([at('/w')])),
    '/w': page('W', '/child'),
    '/x': page('X'),
    '/y': page('Y'),
    '/child': page('Child'),
  })

  async function reportOf(folder: string, closeAt: string | null, readsSitemaps = true): Promise<string> {
    site = files()
    if (closeAt !== null) {
      const reached = Promise.withResolvers<void>()
      onRequest = path => path === closeAt && reached.resolve()
      const first = await openTestProduct({ folder })
      await startTestCrawl(first.product, { url: at('/'), readsSitemaps })
      await reached.promise
      await first[Symbol.asyncDispose]()
      onRequest = () => {}
    }
    await using again = await openTestProduct({ folder })
    const crawlId = await startTestCrawl(again.product, { url: at('/'), readsSitemaps })
    const crawled = await waitForEnd(again.product, crawlId)
    let text = ''
    const { reading } = again.product.store
    for await (const part of exportFormats.json.write({ reading, crawl: crawled, isStable: true })) text += part
    return text
  }

  it('ends in the same report, wherever among its sitemaps it was closed', async () => {
    const undisturbed = temporaryFolder()
    const expected = await reportOf(undisturbed, null)
    await rm(undisturbed, { recursive: true, force: true })
    assert.match(expected, /\/child"/)
    for (const closeAt of ['/s2', '/child']) {
      const folder = temporaryFolder()
      assertSameText(await reportOf(folder, closeAt), expected)
      await rm(folder, { recursive: true, force: true })
    }
  })

  it('ends in the same report, where its sitemaps are read for the checks alone', async () => {
    const reports: string[] = []
    for (const closeAt of [null, '/s2']) {
      const folder = temporaryFolder()
      reports.push(await reportOf(folder, closeAt, false))
      await rm(folder, { recursive: true, force: true })
    }
    const [expected = '', resumed = ''] = reports
    assert.doesNotMatch(expected, /\/child"/)
    assertSameText(resumed, expected)
  })
})
