import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  openScriptedCrawls,
  type ScriptedCrawl,
  type ScriptedCrawls,
  type ScriptedWeb,
} from '../test-scripted-crawl.ts'

/** A site that writes a session and campaigns into its URLs, crawled without them. */

const SITE = 'https://shop.example'
const OTHER = 'https://elsewhere.example'
const at = (path: string) => SITE + path
const listed = ['/a?sid=9&amp;id=1', '/listed?sid=10', '/listed?sid=11'].map(
  path => `<url><loc>${at(path)}</loc></url>`,
)

const web: ScriptedWeb = {
  [at('/')]: {
    links: [
      '/a?sid=1&id=1',
      '/a?id=1&sid=2',
      'a?id=1&utm_source=x#part',
      '/a?id=2',
      '/moved?sid=4',
      `${OTHER}/?sid=5&utm_source=y`,
    ],
  },
  [at('/a?id=1')]: {
    text: '<!doctype html><title>A</title><link rel="canonical" href="/a?utm_medium=z&amp;id=1"><a href="/?sid=6">home</a>',
  },
  [at('/a?id=2')]: {},
  [at('/moved')]: { location: at('/target?utm_campaign=c&keep=1') },
  [at('/target?utm_campaign=c&keep=1')]: {},
  [at('/target?keep=1')]: {},
  [at('/listed')]: {},
  [at('/robots.txt')]: { type: 'text/plain', text: `Sitemap: ${at('/sitemap.xml')}` },
  [at('/sitemap.xml')]: {
    type: 'application/xml',
    text: `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${listed.join('')}</urlset>`,
  },
  [`${OTHER}/?sid=5&utm_source=y`]: {},
}

let crawls: ScriptedCrawls
before(async () => {
  crawls = await openScriptedCrawls()
})
after(() => crawls[Symbol.asyncDispose]())

const crawlOf = (crawl: Partial<ScriptedCrawl> = {}): ScriptedCrawl => ({
  web,
  url: at('/?sid=0'),
  options: { dropParameters: ['sid', 'utm_*'], readsSitemaps: true },
  ...crawl,
})
const visits = ({ jobs }: { jobs: string[] }) =>
  jobs.filter(job => job.startsWith('visit ')).map(job => job.slice('visit '.length).replace(SITE, ''))

describe('a crawl that drops parameters', () => {
  it('requests each URL of the site once and without them, and elsewhere for what is linked', async () => {
    const crawled = await crawls.run(crawlOf())
    assert.equal(crawled.crawl.endReason, 'finished')
    assert.deepEqual(visits(crawled), ['/', '/a?id=1', '/a?id=2', '/moved', '/target?keep=1', '/listed'])
    assert.deepEqual(
      crawled.jobs.filter(job => job.startsWith('probe ')),
      [`probe ${OTHER}/?sid=5&utm_source=y`],
    )
  })

  it('takes a canonical that differs by them alone for the page’s own', async () => {
    const { crawl } = await crawls.run(crawlOf())
    const rows = await crawls.store.reading.pages(crawl.id, { limit: 100 })
    const own = rows.find(row => row.url === at('/a?id=1'))
    assert.equal(own?.columns?.canonicalUrl, at('/a?id=1'))
  })

  it('leaves every URL as it is where none are named', async () => {
    const crawled = await crawls.run(crawlOf({ url: at('/'), options: {} }))
    assert.ok(visits(crawled).includes('/a?sid=1&id=1') && visits(crawled).includes('/a?id=1&sid=2'))
  })

  it('visits the URLs of a list without them, each once', async () => {
    const urls = ['/a?id=1&sid=1', '/a?sid=2&id=1', '/listed?utm_a=1'].map(at)
    assert.deepEqual(visits(await crawls.run(crawlOf({ urls }))), ['/a?id=1', '/listed'])
  })

  it('goes on without them when it is taken up again', async () => {
    const left = await crawls.run(crawlOf({ onJob: ({ url }, { abandon }) => url === at('/a?id=2') && abandon() }))
    assert.equal(left.crawl.status, 'crawling')
    const whole = await crawls.goOn(crawlOf())
    assert.equal(whole.crawl.counts.pagesCrawled, 5)
    assert.ok([...left.jobs, ...whole.jobs].every(job => job.includes(OTHER) || !/sid|utm/.test(job)))
  })

  it('says so where the start page is shown with one of them alone', async () => {
    const insistent = { [at('/')]: { location: at('/?sid=new') }, [at('/?sid=new')]: { links: ['/a'] } }
    const { crawl } = await crawls.run(crawlOf({ web: insistent }))
    assert.equal(crawl.endReason, 'start-unreachable')
    assert.match(crawl.endSentence, /it redirects to itself with a parameter that this crawl drops from URLs/)
  })
})
