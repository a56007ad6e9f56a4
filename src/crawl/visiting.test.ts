import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { CrawlOptions } from '#shared/crawl-options.ts'
import type { EndReason } from '#shared/model.ts'
import { openScriptedCrawls, type ScriptedCrawl, type ScriptedCrawls } from './test-scripted-crawl.ts'

const SITE = 'https://site.test'
const at = (path: string) => SITE + path

let crawls: ScriptedCrawls
before(async () => {
  crawls = await openScriptedCrawls()
})
after(() => crawls[Symbol.asyncDispose]())

/** No robots.txt, and pages that lead to each other. */
const web = {
  [at('/')]: { links: ['/a', '/b', 'https://elsewhere.test/'] },
  [at('/a')]: { links: ['/a1', '/b'] },
  [at('/b')]: { links: ['/b1'] },
  [at('/a1')]: { links: ['/deep'] },
  [at('/b1')]: {},
  [at('/deep')]: {},
  'https://www.site.test/a': {},
  'https://elsewhere.test/': {},
}
const crawlOf = (crawl: Partial<ScriptedCrawl> = {}): ScriptedCrawl => ({ web, url: at('/'), ...crawl })
const visits = ({ jobs }: { jobs: string[] }) =>
  jobs.filter(job => job.startsWith('visit ')).map(job => job.slice('visit '.length).replace(SITE, ''))

describe('visitSite()', () => {
  it('goes depth by depth, in the order of the pages that name a URL', async () => {
    const crawled = await crawls.run(crawlOf())
    assert.deepEqual(visits(crawled), ['/', '/a', '/b', '/a1', '/b1', '/deep'])
    assert.deepEqual(
      [crawled.crawl.endReason, crawled.crawl.endSentence],
      ['finished', 'The whole site was crawled: 6 pages.'],
    )
  })

  it('sends no more than the limit can take, whichever response comes first', async () => {
    for (const isReversed of [false, true]) {
      const held: (() => void)[] = []
      const crawled = await crawls.run(
        crawlOf({
          limit: 4,
          onJob: async ({ url, mode }) => {
            if (mode === 'probe' || !isReversed || (url !== at('/a') && url !== at('/b'))) return
            const turn = Promise.withResolvers<void>()
            held.push(turn.resolve)
            if (held.length === 2) for (const resume of held.toReversed()) resume()
            await turn.promise
          },
        }),
      )
      assert.deepEqual(visits(crawled).toSorted(), ['/', '/a', '/a1', '/b'])
      assert.equal(crawled.crawl.endReason, 'limit')
      assert.ok(crawled.jobs.includes(`probe ${at('/b1')}`), 'what is beyond the limit is probed')
    }
  })

  describe('visits the start pages right after the seed', () => {
    const startPages = ['/b1', 'https://www.site.test/a', 'https://elsewhere.test/x', '/b1']
    const cases: [string, Partial<CrawlOptions>, string[]][] = [
      ['in their order', {}, ['/', '/b1', 'https://www.site.test/a', '/a', '/b', '/a1', '/deep']],
      ['whatever the scope includes', { include: ['/none'] }, ['/', '/b1', 'https://www.site.test/a']],
      ['but those that are excluded', { exclude: ['/b1'], maxDepth: 1 }, ['/', 'https://www.site.test/a', '/a', '/b']],
    ]
    for (const [name, options, expected] of cases)
      it(name, async () => {
        const crawled = await crawls.run(crawlOf({ options: { startPages, ...options } }))
        assert.deepEqual(visits(crawled), expected)
      })

    it('once, in a crawl that was interrupted, too', async () => {
      const crawl = crawlOf({ options: { startPages } })
      const before = await crawls.run({
        ...crawl,
        onJob: ({ url }, { abandon }) => (url === at('/b1') ? abandon() : undefined),
      })
      const after = await crawls.goOn(crawl)
      assert.deepEqual(
        [...new Set([...visits(before), ...visits(after)])],
        ['/', '/b1', 'https://www.site.test/a', '/a', '/b', '/a1', '/deep'],
      )
    })
  })

  describe('visits only what sitemaps list', () => {
    const sitemap = (...paths: string[]) => ({
      text: `<urlset>${paths.map(path => `<url><loc>${at(path)}</loc></url>`).join('')}</urlset>`,
      type: 'application/xml',
    })
    const options = { isSitemapOnly: true, readsSitemaps: false }

    it('and checks the status of linked pages', async () => {
      const listed = { ...web, [at('/sitemap.xml')]: sitemap('/a', '/deep') }
      const crawled = await crawls.run(crawlOf({ web: listed, options }))
      assert.deepEqual(visits(crawled), ['/', '/a', '/deep'])
      assert.ok(crawled.jobs.includes(`probe ${at('/b')}`))
      assert.equal(crawled.skipped.get(at('/b')), 'not-in-sitemap')
      assert.equal(crawled.crawl.endSentence, 'The chosen part of the site was crawled: 3 pages.')
    })

    it('and says so where none lists any', async () => {
      const { crawl, ...crawled } = await crawls.run(crawlOf({ options }))
      assert.deepEqual(visits(crawled), ['/'])
      assert.deepEqual(crawl.notes, [
        'No sitemap lists a page of the site, so no page was visited beside the start pages.',
      ])
    })
  })

  it('goes on with the interrupted level, and visits nothing twice', async () => {
    const left = crawlOf({ onJob: ({ url }, { abandon }) => url === at('/b') && abandon() })
    const first = await crawls.run(left)
    assert.equal(first.crawl.status, 'crawling')
    assert.deepEqual(visits(first), ['/', '/a', '/b'])
    const second = await crawls.goOn(crawlOf())
    assert.equal(second.crawl.endReason, 'finished')
    const all = [...visits(first), ...visits(second)]
    // What was under way when it was left is requested again.
    assert.deepEqual(new Set(all).size, 6)
    assert.ok(!visits(second).includes('/'))
  })

  it('leaves what it has not visited, with the reason, when it is stopped', async () => {
    const crawled = await crawls.run(crawlOf({ onJob: ({ url }, { stop }) => url === at('/a') && stop() }))
    assert.equal(crawled.crawl.endReason, 'stopped')
    assert.equal(crawled.skipped.get(at('/b')), 'stopped')
  })

  it('does not take another host for a site that was proved', async () => {
    const ownership = { method: 'dns', host: 'site.test', atMs: 1 } as const
    const redirected = { [at('/')]: { location: 'https://new.test/' }, 'https://new.test/': { links: ['/next'] } }
    const crawled = await crawls.run(crawlOf({ web: redirected, options: { obeysRobots: false, ownership } }))
    assert.deepEqual(visits(crawled), ['/'])
    assert.equal(
      crawled.crawl.endSentence,
      'The start page https://site.test/ gave no page: it redirects to new.test, which was not proved to be yours. Check the URL, or try again later.',
    )
  })

  it('takes the host where the start page ends for the site', async () => {
    const crawled = await crawls.run(
      crawlOf({
        web: {
          [at('/')]: { location: 'https://new.test/home' },
          'https://new.test/home': { links: ['/next', at('/old')] },
          'https://new.test/next': {},
          [at('/old')]: {},
        },
      }),
    )
    assert.deepEqual(visits(crawled), ['/', 'https://new.test/home', 'https://new.test/next'])
    assert.ok(crawled.jobs.includes(`probe ${at('/old')}`))
    assert.deepEqual(crawled.crawl.notes, ['The start page redirects to new.test, so that site was crawled.'])
  })

  it('uses http where nothing responses over https that was only assumed', async () => {
    const crawled = await crawls.run(
      crawlOf({
        web: { [at('/robots.txt')]: { failure: 'refused' }, 'http://site.test/': {} },
        options: { isHttpsAssumed: true },
      }),
    )
    assert.deepEqual(visits(crawled), ['http://site.test/'])
    assert.equal(crawled.crawl.seedUrl, 'http://site.test/', 'what the report names can be opened')
    assert.deepEqual(crawled.crawl.notes, ['The site does not respond over https, so it was crawled over http.'])
  })

  const scopes: [name: string, crawl: Partial<ScriptedCrawl>, visited: string[], rest: Record<string, string>][] = [
    [
      'all that a rule excludes, and does not request it',
      { options: { exclude: ['/a', 'elsewhere.test'] } },
      ['/', '/b', '/b1'],
      { '/a': 'excluded', 'https://elsewhere.test/': 'excluded' },
    ],
    [
      'what no rule includes, and probes it',
      { options: { include: ['/b'] } },
      ['/', '/b', '/b1'],
      { '/a': 'not-included, probed' },
    ],
    [
      'what lies outside the folder of the start page',
      {
        options: { isFolderOnly: true },
        url: at('/a/'),
        web: { [at('/a/')]: { links: ['/', '/a/b'] }, [at('/a/b')]: {} },
      },
      ['/a/', '/a/b'],
      { '/': 'outside-folder, probed' },
    ],
    [
      'what is beyond the crawl depth',
      { options: { maxDepth: 1 } },
      ['/', '/a', '/b'],
      { '/a1': 'beyond-depth, probed', '/b1': 'beyond-depth, probed' },
    ],
    [
      'nothing of a list but what is excluded',
      { options: { include: ['/b'], exclude: ['/a1'], maxDepth: 1 }, urls: [at('/'), at('/deep'), at('/a1')] },
      ['/', '/deep'],
      { '/a1': 'excluded' },
    ],
    [
      'where a redirect leads that a rule excludes',
      {
        options: { exclude: ['/b'] },
        web: { [at('/')]: { links: ['/a'] }, [at('/a')]: { location: at('/b/c') }, [at('/b/c')]: {} },
      },
      ['/', '/a'],
      { '/b/c': 'excluded' },
    ],
    [
      'everything but the start page',
      { options: { exclude: ['/'] }, web: { [at('/')]: { links: ['/a'] }, [at('/a')]: {} } },
      ['/'],
      { '/a': 'excluded' },
    ],
  ]
  for (const [name, crawl, visited, rest] of scopes)
    it(`leaves out ${name}`, async () => {
      const crawled = await crawls.run(crawlOf(crawl))
      assert.deepEqual(visits(crawled), visited)
      for (const [path, expected] of Object.entries(rest)) {
        const url = new URL(path, SITE).href
        const probed = crawled.jobs.includes(`probe ${url}`) ? ', probed' : ''
        assert.equal(`${crawled.skipped.get(url)}${probed}`, expected)
      }
    })

  it('keeps to its scope when it is taken up again', async () => {
    const options = { exclude: ['/b1'], maxDepth: 2 }
    await crawls.run(crawlOf({ options, onJob: ({ url }, { abandon }) => url === at('/b') && abandon() }))
    const crawled = await crawls.goOn(crawlOf())
    assert.ok(!visits(crawled).includes('/deep'))
    assert.deepEqual(
      [crawled.skipped.get(at('/b1')), crawled.skipped.get(at('/deep')), crawled.jobs.includes(`probe ${at('/deep')}`)],
      ['excluded', 'beyond-depth', true],
    )
  })

  const endings: [name: string, crawl: Partial<ScriptedCrawl>, reason: EndReason, words: RegExp][] = [
    ['a name that does not exist', { web: { [at('/robots.txt')]: { failure: 'dns' } } }, 'start-unreachable', /dns/],
    ['a private address', { web: { [at('/robots.txt')]: { failure: 'address-refused' } } }, 'start-refused', /refused/],
    ['an error', { web: { [at('/')]: { status: 500 } } }, 'start-unreachable', /it responds with 500/],
    ['a file', { web: { [at('/')]: { type: 'image/png', text: 'PNG' } } }, 'start-not-html', /image\/png/],
    [
      'a closed door',
      { web: { ...web, [at('/robots.txt')]: { type: 'text/plain', text: 'User-agent: *\nDisallow: /' } } },
      'start-blocked',
      /robots\.txt/,
    ],
    [
      'a robots.txt that fails',
      { web: { ...web, [at('/robots.txt')]: { status: 503 } } },
      'start-blocked',
      /robots\.txt/,
    ],
  ]
  for (const [name, crawl, reason, words] of endings)
    it(`ends with words when the start is ${name}`, async () => {
      const { crawl: ended } = await crawls.run(crawlOf(crawl))
      assert.equal(ended.endReason, reason)
      assert.match(ended.endSentence, words)
    })

  it('visits nothing that robots.txt closes, unless the operator says so', async () => {
    const closed = { ...web, [at('/robots.txt')]: { type: 'text/plain', text: 'User-agent: *\nDisallow: /a' } }
    const obedient = await crawls.run(crawlOf({ web: closed }))
    assert.deepEqual(visits(obedient), ['/', '/b', '/b1'])
    assert.equal(obedient.skipped.get(at('/a')), 'robots')
    const free = await crawls.run(crawlOf({ web: closed, options: { obeysRobots: false } }))
    assert.equal(visits(free).length, 6)
  })

  it('ends when URLs that are no pages use the visits up', async () => {
    const links = Array.from({ length: 30 }, (_, index) => `/gone/${index}`)
    const crawled = await crawls.run(
      crawlOf({ web: { [at('/')]: { links } }, limit: 4, settings: { queueFactor: 5, confirmPauseMs: 0 } }),
    )
    assert.equal(crawled.crawl.endReason, 'budget')
    assert.equal(new Set(visits(crawled)).size, 20)
    assert.ok([...crawled.skipped.values()].includes('queue-full'))
  })

  it('visits the URLs of a list alone, in its order', async () => {
    const crawled = await crawls.run(crawlOf({ urls: [at('/b'), at('/deep'), at('/missing')] }))
    assert.deepEqual([...new Set(visits(crawled))], ['/b', '/deep', '/missing'])
    assert.equal(crawled.crawl.endSentence, 'The URLs of the list were visited: 2 pages.')
  })
})
