import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { MAX_SITE_HOSTS } from './site-origins.ts'
import { openScriptedCrawls, type ScriptedCrawl, type ScriptedCrawls } from './test-scripted-crawl.ts'

/** Crawls of a site with subdomains. */

const [HOME, SHOP, BLOG, OTHER] = [
  'https://site.test',
  'https://shop.site.test',
  'https://blog.site.test',
  'https://other.test',
]
const sitemap = (...urls: string[]) => ({
  text: `<urlset>${urls.map(url => `<url><loc>${url}</loc></url>`).join('')}</urlset>`,
  type: 'application/xml',
})
const web = {
  [`${HOME}/`]: { links: [`${SHOP}/`, `${BLOG}/`, `${OTHER}/`] },
  [`${HOME}/robots.txt`]: { text: 'User-agent: *\nDisallow: /private', type: 'text/plain' },
  [`${SHOP}/`]: { links: [`${SHOP}/a?sid=2`, `${SHOP}/private`, `${HOME}/private`] },
  [`${SHOP}/a`]: { links: [`${BLOG}/`] },
  [`${SHOP}/private`]: {},
  [`${SHOP}/unlinked`]: {},
  [`${SHOP}/sitemap.xml`]: sitemap(`${SHOP}/unlinked`, `${OTHER}/unlinked`),
  [`${BLOG}/`]: { links: [`${BLOG}/a`] },
  [`${BLOG}/a`]: {},
  [`${BLOG}/robots.txt`]: { text: 'User-agent: *\nDisallow: /a', type: 'text/plain' },
  [`${OTHER}/`]: {},
}
const crawlOf = (crawl: Partial<ScriptedCrawl> = {}): ScriptedCrawl => ({ web, url: `${HOME}/`, ...crawl })
const visits = ({ jobs }: { jobs: string[] }) =>
  jobs.filter(job => job.startsWith('visit ')).map(job => job.slice('visit '.length))

describe('a crawl with subdomains', () => {
  let crawls: ScriptedCrawls
  before(async () => {
    crawls = await openScriptedCrawls()
  })
  after(() => crawls[Symbol.asyncDispose]())

  const cases: [name: string, options: ScriptedCrawl['options'], visited: string[]][] = [
    ['none', {}, [`${HOME}/`]],
    [
      'one',
      { subdomains: ['shop.site.test'], dropParameters: ['sid'] },
      [`${HOME}/`, `${SHOP}/`, `${SHOP}/a`, `${SHOP}/private`, `${SHOP}/unlinked`],
    ],
    [
      'all',
      { subdomains: ['*.site.test'], dropParameters: ['sid'] },
      [`${HOME}/`, `${SHOP}/`, `${BLOG}/`, `${SHOP}/a`, `${SHOP}/private`, `${SHOP}/unlinked`],
    ],
    [
      'one with a start page on it',
      { subdomains: ['blog.site.test'], startPages: [`${BLOG}/`, `${OTHER}/`] },
      [`${HOME}/`, `${BLOG}/`],
    ],
  ]
  for (const [name, options, visited] of cases)
    it(`visits the pages of ${name}, as robots.txt of each host allows`, async () => {
      const crawled = await crawls.run(crawlOf({ ...(options && { options }) }))
      assert.deepEqual(visits(crawled), visited)
      assert.ok(crawled.jobs.includes(`probe ${OTHER}/`))
    })

  it('has one page limit', async () => {
    const crawled = await crawls.run(
      crawlOf({ limit: 2, options: { subdomains: ['*.site.test'], dropParameters: ['sid'] } }),
    )
    assert.deepEqual(visits(crawled), [`${HOME}/`, `${SHOP}/`])
    assert.equal(crawled.skipped.get(`${BLOG}/`), 'limit')
  })

  it('keeps to its hosts when the start page redirects to a subdomain', async () => {
    const redirected = { ...web, [`${HOME}/`]: { location: `${SHOP}/` }, [`${HOME}/private`]: {} }
    const crawled = await crawls.run(crawlOf({ web: redirected, options: { subdomains: ['shop.site.test'] } }))
    assert.equal(crawled.skipped.get(`${HOME}/private`), 'robots')
    assert.deepEqual(crawled.crawl.notes, [])
  })

  it('visits the same when it was interrupted', async () => {
    const options = { subdomains: ['*.site.test'], dropParameters: ['sid'] }
    const whole = await crawls.run(crawlOf({ options }))
    for (const left of [`${SHOP}/`, `${BLOG}/`, `${SHOP}/unlinked`]) {
      const first = await crawls.run(crawlOf({ options, onJob: ({ url }, { abandon }) => url === left && abandon() }))
      assert.equal(first.crawl.status, 'crawling')
      const second = await crawls.goOn(crawlOf())
      assert.deepEqual([...new Set([...visits(first), ...visits(second)])], visits(whole))
      assert.deepEqual([...second.skipped], [...whole.skipped])
    }
  })

  it('visits a limited number of hosts, always the same', async () => {
    const hosts = Array.from({ length: MAX_SITE_HOSTS + 20 }, (_, index) => `https://s${1000 + index}.site.test/`)
    const endless = { [`${HOME}/`]: { links: hosts.toReversed() }, ...Object.fromEntries(hosts.map(url => [url, {}])) }
    const crawl = crawlOf({ web: endless, limit: 500, options: { subdomains: ['*.site.test'] } })
    const crawled = await crawls.run(crawl)
    assert.deepEqual(visits(crawled).toSorted(), [...hosts.slice(0, MAX_SITE_HOSTS - 1), `${HOME}/`].toSorted())
    const beyond = hosts.slice(MAX_SITE_HOSTS - 1)
    assert.deepEqual(new Set(beyond.map(url => crawled.skipped.get(url))), new Set(['host-limit']))
    assert.ok(!crawled.fetched.includes(`${hosts.at(-1)}robots.txt`))
  })
})
