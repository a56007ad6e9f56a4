import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { internalLinkBroken } from '#checks/links/internal-link-broken.ts'
import type { SkipReason } from '#shared/model.ts'
import type { CrawlRow } from '#store/store.ts'
import { openScriptedCrawls, type ScriptedCrawl, type ScriptedCrawls } from './test-scripted-crawl.ts'

const SITE = 'https://site.example'
const OTHER = 'https://elsewhere.test'
const at = (path: string) => SITE + path

let crawls: ScriptedCrawls
before(async () => {
  crawls = await openScriptedCrawls()
})
after(() => crawls[Symbol.asyncDispose]())

const web = {
  [at('/')]: {
    links: ['/a', '/b', `${OTHER}/1`, `${OTHER}/2`, `${OTHER}/3`],
    text: `<!doctype html><title>Start</title><img src="/picture.png"><img src="${OTHER}/foreign.png">${['/a', '/b', `${OTHER}/1`, `${OTHER}/2`, `${OTHER}/3`].map(href => `<a href="${href}">${href}</a>`).join(' ')}`,
  },
  [at('/a')]: {},
  [at('/b')]: {},
  [at('/picture.png')]: { type: 'image/png', text: 'PNG' },
  [`${OTHER}/foreign.png`]: { type: 'image/png', text: 'PNG' },
  [`${OTHER}/1`]: {},
  [`${OTHER}/2`]: {},
}
async function newestCrawl(): Promise<CrawlRow> {
  const ownerId = await crawls.store.visitors.findOwner('test', 1_000)
  const [website] = ownerId === null ? [] : await crawls.store.websites.list(ownerId)
  assert.ok(website)
  return website.crawl
}
const crawlOf = (crawl: Partial<ScriptedCrawl> = {}): ScriptedCrawl => ({ web, url: at('/'), ...crawl })
/** Each once: what fails is requested again. */
const probes = ({ jobs }: { jobs: string[] }) => [
  ...new Set(jobs.filter(job => job.startsWith('probe ')).map(job => job.slice('probe '.length).replace(SITE, ''))),
]

describe('probeRest()', () => {
  it('requests files, links to other sites, and what lies beyond the limit', async () => {
    const whole = await crawls.run(crawlOf())
    assert.deepEqual(
      probes(whole).toSorted(),
      ['/picture.png', `${OTHER}/foreign.png`, `${OTHER}/1`, `${OTHER}/2`, `${OTHER}/3`].toSorted(),
    )
    const limited = await crawls.run(crawlOf({ limit: 2 }))
    assert.ok(probes(limited).includes('/b'))
  })

  it('finds broken links of the site reported, and says how many requests are left', async () => {
    let seen: unknown[] = []
    const crawled = await crawls.run(
      crawlOf({
        web: { ...web, [at('/a')]: { status: 404 } },
        siteChecks: [internalLinkBroken],
        async onJob({ url, mode }) {
          if (mode !== 'probe' || url !== `${OTHER}/1`) return
          const row = await newestCrawl()
          seen = [row.phase, row.counts.bySeverity.error, row.counts.urlsProbed + row.counts.urlsToProbe]
        },
      }),
    )
    assert.deepEqual(seen, ['probing', 1, 5])
    assert.deepEqual(crawled.crawl.counts.bySeverity, { error: 1, warning: 0, info: 0 }, 'reported once')
    assert.equal(crawled.crawl.counts.urlsToProbe, 0)
  })

  it('finds broken links reported at the end alone where no other site is requested', async () => {
    let seen: unknown = null
    const crawled = await crawls.run(
      crawlOf({
        web: { ...web, [at('/a')]: { status: 404 } },
        options: { probesExternal: false },
        siteChecks: [internalLinkBroken],
        async onJob({ url, mode }) {
          if (mode === 'probe' && url === at('/picture.png')) seen = (await newestCrawl()).counts.bySeverity.error
        },
      }),
    )
    assert.deepEqual([seen, crawled.crawl.counts.bySeverity.error], [0, 1])
  })

  it('finds broken links reported of what is requested and not visited, whatever kept it from a visit', async () => {
    const cases: Partial<ScriptedCrawl>[] = [
      { limit: 1 },
      { options: { include: ['/c'] } },
      { options: { isFolderOnly: true }, url: at('/c/') },
    ]
    for (const crawl of cases) {
      const broken = { [at('/')]: { links: ['/b'] }, [at('/c/')]: { links: ['/b'] }, [at('/b')]: { status: 404 } }
      const crawled = await crawls.run(crawlOf({ web: broken, siteChecks: [internalLinkBroken], ...crawl }))
      assert.ok(probes(crawled).includes('/b'))
      assert.deepEqual(crawled.crawl.counts.bySeverity, { error: 1, warning: 0, info: 0 }, JSON.stringify(crawl))
    }
  })

  const narrowed: [name: string, crawl: Partial<ScriptedCrawl>, expected: string[], reason?: SkipReason][] = [
    [
      'only files and URLs of the site when other sites are not probed',
      { options: { probesExternal: false } },
      ['/picture.png'],
      'scope',
    ],
    [
      'no files where they are not wanted',
      { options: { probesResources: false } },
      ['1', '2', '3'].map(n => `${OTHER}/${n}`),
    ],
    [
      'one other site no more often than it is allowed',
      { options: { probesResources: false }, settings: { externalProbesPerHost: 2 } },
      [`${OTHER}/1`, `${OTHER}/2`],
    ],
    [
      'no more in all than the limit allows for',
      { limit: 3, options: { probesResources: false }, settings: { externalProbeFactor: 0 } },
      [],
    ],
  ]
  for (const [name, crawl, expected, reason = 'probe-budget'] of narrowed)
    it(`requests ${name}`, async () => {
      const crawled = await crawls.run(crawlOf(crawl))
      assert.deepEqual(probes(crawled).toSorted(), expected.toSorted())
      assert.deepEqual(new Set(crawled.skipped.values()), new Set([reason]))
    })

  it('fetches robots.txt before it requests a URL that it may close', async () => {
    const closed = { ...web, [at('/robots.txt')]: { type: 'text/plain', text: 'User-agent: *\nDisallow: /picture' } }
    const crawled = await crawls.run(crawlOf({ web: closed }))
    assert.ok(!probes(crawled).includes('/picture.png'))
    assert.equal(crawled.skipped.get(at('/picture.png')), 'robots')
  })

  it('goes on with what was left, and requests nothing twice that was committed', async () => {
    let probed = 0
    const first = await crawls.run(
      crawlOf({ onJob: ({ mode }, { abandon }) => mode === 'probe' && ++probed === 2 && abandon() }),
    )
    assert.equal(first.crawl.status, 'crawling')
    const second = await crawls.goOn(crawlOf())
    assert.equal(second.crawl.endReason, 'finished')
    assert.ok(!second.jobs.some(job => job.startsWith('visit ')))
    assert.equal(new Set([...probes(first), ...probes(second)]).size, 5)
  })

  it('leaves the rest, with the reason, when it is stopped', async () => {
    const crawled = await crawls.run(
      crawlOf({
        options: { readsSitemaps: false },
        settings: { requestsPerHost: 1 },
        onJob: ({ mode }, { stop }) => mode === 'probe' && stop(),
      }),
    )
    assert.equal(crawled.crawl.endReason, 'stopped')
    assert.equal(crawled.skipped.get(`${OTHER}/3`), 'stopped')
    assert.equal(crawled.fetched.filter(url => !url.endsWith('/robots.txt')).length, 0, 'and nothing of the host')
  })

  it('makes the requests about the host once its URLs are known', async () => {
    const { fetched } = await crawls.run(crawlOf())
    for (const url of [`http://site.example/`, `https://www.site.example/`, at('/favicon.ico')])
      assert.ok(fetched.includes(url), url)
  })
})
