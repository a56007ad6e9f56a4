import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  openScriptedCrawls,
  type ScriptedCrawl,
  type ScriptedCrawls,
  type ScriptedResponse,
  type ScriptedWeb,
} from '../test-scripted-crawl.ts'

const SITE = 'https://site.test'
const at = (path: string) => SITE + path
const xml = (text: string): ScriptedResponse => ({ type: 'application/xml', text })
const locs = (paths: readonly string[]) => paths.map(path => `<loc>${at(path)}</loc>`)
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const urlset = (...paths: string[]) =>
  xml(`<urlset xmlns="${NAMESPACE}">${locs(paths).map(loc => `<url>${loc}</url>`)}</urlset>`)
const index = (...paths: string[]) =>
  xml(`<sitemapindex xmlns="${NAMESPACE}">${locs(paths).map(loc => `<sitemap>${loc}</sitemap>`)}</sitemapindex>`)
const robots = (...paths: string[]): ScriptedResponse => ({
  type: 'text/plain',
  text: ['User-agent: *', 'Disallow: /closed/', ...paths.map(path => `Sitemap: ${at(path)}`)].join('\n'),
})

let crawls: ScriptedCrawls
before(async () => {
  crawls = await openScriptedCrawls()
})
after(() => crawls[Symbol.asyncDispose]())

async function crawled(web: ScriptedWeb, of: Omit<ScriptedCrawl, 'web' | 'url'> & { start?: string } = {}) {
  const { start = '/', ...rest } = of
  const options = { readsSitemaps: true, ...rest.options }
  const { crawl, jobs, fetched } = await crawls.run({
    web: { [at(start)]: {}, ...web },
    url: at(start),
    ...rest,
    options,
  })
  const site = await crawls.store.crawls.siteFacts(crawl.id)
  const listed = new Map<string, number>()
  for await (const targets of site.hostFileTargets('listed'))
    for (const { url, sitemapNumber } of targets) listed.set(url.slice(SITE.length), sitemapNumber)
  const { sitemaps } = site.crawl
  return {
    /** By path, the number of the file that lists it. */
    listed: Object.fromEntries(listed),
    visited: jobs.filter(job => job.startsWith('visit ')).map(job => job.slice(`visit ${SITE}`.length)),
    fetched: fetched.filter(url => url.includes('.xml')).map(url => url.slice(SITE.length)),
    files: sitemaps?.files.map(({ url, from, listedBy, entries }) => [url.slice(SITE.length), from, listedBy, entries]),
    isWhole: sitemaps?.isWhole,
    overlaps: sitemaps?.overlaps,
    notes: crawl.notes,
  }
}

describe('readSitemaps()', () => {
  it('visits what the files of robots.txt list, and remembers the first that lists a URL', async () => {
    const found = await crawled({
      [at('/robots.txt')]: robots('/one.xml', '/two.xml'),
      [at('/one.xml')]: urlset('/', '/a'),
      [at('/two.xml')]: urlset('/b', '/a'),
      [at('/a')]: {},
      [at('/b')]: {},
    })
    assert.deepEqual(found.fetched, ['/one.xml', '/two.xml'])
    assert.deepEqual(found.visited, ['/', '/a', '/b'])
    assert.deepEqual(found.listed, { '/': 1, '/a': 1, '/b': 2 })
    assert.deepEqual(found.overlaps, [{ sitemapNumbers: [1, 2], total: 1, urls: [at('/a')] }])
    assert.deepEqual([found.isWhole, found.notes], [true, []])
  })

  it('tries the usual URLs where robots.txt names none, until one is right', async () => {
    const found = await crawled({ [at('/sitemap_index.xml')]: index('/one.xml'), [at('/one.xml')]: urlset('/a') })
    assert.deepEqual(found.fetched, ['/sitemap.xml', '/sitemap_index.xml', '/one.xml'])
    assert.deepEqual(found.files?.slice(1), [
      ['/sitemap_index.xml', 'guess', '', 1],
      ['/one.xml', 'index', at('/sitemap_index.xml'), 1],
    ])
    assert.deepEqual([found.listed, found.isWhole], [{ '/a': 3 }, true])
  })

  it('tries those of the directory of the start page first', async () => {
    const found = await crawled({ [at('/docs/sitemap.xml')]: urlset('/docs/a') }, { start: '/docs/' })
    const usual = ['sitemap.xml', 'sitemap_index.xml', 'sitemap.xml.gz', 'wp-sitemap.xml']
    assert.deepEqual(found.fetched, ['/docs/sitemap.xml', ...usual.map(name => `/${name}`)])
  })

  it('fetches no file that an index of an index names', async () => {
    const found = await crawled({
      [at('/robots.txt')]: robots('/index.xml'),
      [at('/index.xml')]: index('/inner.xml'),
      [at('/inner.xml')]: index('/one.xml'),
      [at('/one.xml')]: urlset('/a'),
    })
    assert.deepEqual(found.fetched, ['/index.xml', '/inner.xml'])
    assert.deepEqual([found.isWhole, found.notes.length], [false, 1])
  })

  it('fetches as many files as the crawl has pages, ten at least', async () => {
    const paths = Array.from({ length: 13 }, (_, file) => `/${file}.xml`)
    const web = Object.fromEntries(paths.map(path => [at(path), urlset('/')]))
    const of = async (limit: number) => {
      const found = await crawled({ [at('/robots.txt')]: robots(...paths), ...web }, { limit })
      return [found.fetched.length, found.isWhole, found.notes.length]
    }
    assert.deepEqual(await of(9), [10, false, 1])
    assert.deepEqual(await of(12), [12, false, 1])
    assert.deepEqual(await of(13), [13, true, 0])
  })

  it('takes in ten times as many URLs as the crawl has pages', async () => {
    const of = async (urls: number) => {
      const paths = Array.from({ length: urls }, (_, page) => `/${page}`)
      const found = await crawled(
        { [at('/robots.txt')]: robots('/one.xml'), [at('/one.xml')]: urlset(...paths) },
        { limit: 2 },
      )
      return [Object.keys(found.listed).length, found.isWhole, found.notes.length]
    }
    assert.deepEqual(await of(20), [20, true, 0])
    assert.deepEqual(await of(21), [20, false, 1])
  })

  it('takes in versions in other languages, which no file lists by themselves', async () => {
    const alternate = `<xhtml:link rel="alternate" hreflang="de" href="${at('/de')}"/>`
    const url = `<url><loc>${at('/a')}</loc>${alternate}</url>`
    const text = `<urlset xmlns="${NAMESPACE}" xmlns:xhtml="http://www.w3.org/1999/xhtml">${url}</urlset>`
    const pages = { [at('/a')]: {}, [at('/de')]: {} }
    const found = await crawled({ [at('/robots.txt')]: robots('/one.xml'), [at('/one.xml')]: xml(text), ...pages })
    assert.deepEqual(found.visited, ['/', '/a', '/de'])
    assert.deepEqual(found.listed, { '/a': 1 })
  })

  it('requests no file that robots.txt closes, and none of another site where those are not requested', async () => {
    const found = await crawled(
      {
        [at('/robots.txt')]: {
          type: 'text/plain',
          text: `User-agent: *\nDisallow: /closed/\nSitemap: ${at('/closed/one.xml')}\nSitemap: https://other.test/a.xml`,
        },
        [at('/closed/one.xml')]: urlset('/a'),
        'https://other.test/a.xml': urlset('/a'),
      },
      { options: { probesExternal: false } },
    )
    assert.deepEqual([found.fetched, found.visited, found.isWhole], [[], ['/'], false])
    assert.equal(found.notes.length, 2)
  })

  it('remembers the file that lists a URL, also where another page named it before as its version', async () => {
    const alternate = `<xhtml:link rel="alternate" hreflang="de" href="${at('/de')}"/>`
    const urls = [`<url><loc>${at('/a')}</loc>${alternate}</url>`, `<url><loc>${at('/de')}</loc></url>`].join('')
    const text = `<urlset xmlns="${NAMESPACE}" xmlns:xhtml="http://www.w3.org/1999/xhtml">${urls}</urlset>`
    const found = await crawled({ [at('/robots.txt')]: robots('/one.xml'), [at('/one.xml')]: xml(text) })
    assert.deepEqual([found.listed, found.overlaps], [{ '/a': 1, '/de': 1 }, undefined])
  })

  it('is not whole where a file gives no response, or robots.txt of its host cannot be read', async () => {
    for (const [url, failing] of [
      [at('/one.xml'), at('/one.xml')],
      ['https://other.test/one.xml', 'https://other.test/robots.txt'],
    ] as const) {
      const found = await crawled({
        [at('/robots.txt')]: { type: 'text/plain', text: `Sitemap: ${url}\nSitemap: ${at('/two.xml')}` },
        [at('/two.xml')]: urlset('/a'),
        [at('/a')]: {},
        [failing]: { failure: 'refused' },
      })
      assert.deepEqual([found.visited, found.isWhole, found.notes.length], [['/', '/a'], false, 1], url)
    }
  })

  it('follows no redirect of a file to where robots.txt closes it, unless robots.txt is not obeyed', async () => {
    const web = {
      [at('/robots.txt')]: robots('/one.xml'),
      [at('/one.xml')]: { location: at('/closed/one.xml') },
      [at('/closed/one.xml')]: urlset('/a'),
      [at('/a')]: {},
    }
    const obeying = await crawled(web)
    assert.deepEqual([obeying.visited, obeying.isWhole], [['/'], false])
    const other = await crawled(web, { options: { obeysRobots: false } })
    assert.deepEqual([other.visited, other.isWhole], [['/', '/a'], true])
  })

  it('says that nothing is listed where nothing else is to be visited', async () => {
    const found = await crawled({}, { options: { isSitemapOnly: true } })
    assert.deepEqual(found.notes, [
      'No sitemap lists a page of the site, so no page was visited beside the start pages.',
    ])
  })

  it('takes in nothing where sitemaps are read for the checks alone, five at most', async () => {
    const paths = Array.from({ length: 6 }, (_, file) => `/${file}.xml`)
    const web = Object.fromEntries(paths.map(path => [at(path), urlset('/', '/a')]))
    const options = { readsSitemaps: false }
    const found = await crawled({ [at('/robots.txt')]: robots(...paths), ...web }, { options })
    assert.deepEqual([found.fetched.length, found.visited, found.listed], [5, ['/'], { '/': 1 }])
  })
})
