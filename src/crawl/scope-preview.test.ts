import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { defaultCrawlOptions } from '#shared/crawl-options.ts'
import type { PreviewedUrl } from '#shared/previewed-urls.ts'
import { joined, pick, type Random, seeded } from '../../test/properties/random.ts'
import { typedRobotsFile } from './robots/robots-file.ts'
import { type PreviewRequest, previewScope } from './scope-preview.ts'
import { openScriptedCrawls, type ScriptedCrawls, type ScriptedWeb } from './test-scripted-crawl.ts'

const SITE = 'https://site.test'
const at = (path: string) => SITE + path
const ROBOTS = 'User-agent: *\nDisallow: /private/\n'

async function preview(
  urls: readonly string[],
  request: Partial<Omit<PreviewRequest, 'options'>> & { options?: object },
) {
  const { urls: rows } = await previewScope({
    startUrl: at('/'),
    urls,
    depths: new Map(),
    fetchRobots: async origin => typedRobotsFile(origin, ROBOTS),
    ...request,
    options: { ...defaultCrawlOptions, ...request.options },
  })
  return rows
}

describe('previewScope()', () => {
  const tests: [string, string, object, Partial<PreviewedUrl>][] = [
    ['a page of the site', at('/a'), {}, { result: 'visited', reason: null, rule: '' }],
    ['the host with www.', 'https://www.site.test/a', {}, { result: 'visited', reason: null, rule: '' }],
    ['another host', 'https://other.test/', {}, { result: 'status-only', reason: 'scope', rule: '' }],
    [
      'a subdomain',
      'https://blog.site.test/',
      {},
      { result: 'status-only', reason: 'scope', rule: 'the crawl has no subdomain blog.site.test' },
    ],
    [
      'a chosen subdomain',
      'https://blog.site.test/',
      { subdomains: ['blog.site.test'] },
      { result: 'visited', reason: null, rule: '' },
    ],
    [
      'another host, where none is checked',
      'https://other.test/',
      { probesExternal: false },
      { result: 'not-requested', reason: 'scope', rule: '' },
    ],
    [
      'an excluded page',
      at('/shop/a'),
      { exclude: ['/blog', '/shop'] },
      { result: 'not-requested', reason: 'excluded', rule: '/shop' },
    ],
    [
      'a page that is not included',
      at('/a'),
      { include: ['/blog'] },
      { result: 'status-only', reason: 'not-included', rule: '' },
    ],
    [
      'a line of robots.txt',
      at('/private/a'),
      {},
      { result: 'not-requested', reason: 'robots', rule: 'line 2: Disallow: /private/' },
    ],
    [
      'robots.txt that is not obeyed',
      at('/private/a'),
      { obeysRobots: false },
      { result: 'visited', reason: null, rule: '' },
    ],
    ['a depth', at('/deep'), { maxDepth: 1 }, { result: 'status-only', reason: 'beyond-depth', rule: '1', depth: 2 }],
    ['a depth that is not known', at('/new'), { maxDepth: 1 }, { result: 'visited', reason: null, depth: null }],
    ['a parameter that is dropped', at('/a?sid=1'), { dropParameters: ['sid'] }, { requestedUrl: at('/a') }],
    ['the start page, whatever excludes it', at('/'), { exclude: ['/'] }, { result: 'visited', depth: 0 }],
    ['a start page', at('/shop/'), { startPages: ['/shop/'], include: ['/blog'] }, { result: 'visited', reason: null }],
    ['a crawl of sitemaps', at('/a'), { isSitemapOnly: true }, { result: 'visited', rule: 'if a sitemap lists it' }],
    ['a path that repeats itself', at('/a/a/a/a/a/a/a'), {}, { result: 'not-requested', reason: 'repeats-itself' }],
  ]
  for (const [name, url, options, expected] of tests)
    it(`knows ${name}`, async () => {
      const [row] = await preview([url], { options, depths: new Map([[at('/deep'), 2]]) })
      assert.deepEqual({ ...row, ...expected }, row)
      assert.equal(row?.url, url)
    })

  it('fetches robots.txt of each origin of the site once', async () => {
    const origins: string[] = []
    const fetchRobots = async (origin: string) => {
      origins.push(origin)
      return typedRobotsFile(origin, ROBOTS)
    }
    await preview([at('/a'), at('/b'), 'https://www.site.test/', 'https://other.test/'], { fetchRobots })
    assert.deepEqual(origins, [SITE, 'https://www.site.test'])
  })
})

it('previewScope() takes hosts beyond those whose robots.txt is fetched for open', async () => {
  const subdomains = Array.from({ length: 21 }, (_, index) => `s${index}.site.test`)
  const rows = await preview(
    subdomains.map(host => `https://${host}/private/a`),
    { options: { subdomains } },
  )
  assert.deepEqual(rows.at(0)?.reason, 'robots')
  assert.deepEqual([rows.at(-1)?.result, rows.at(-1)?.reason], ['visited', null])
})

const linked = [
  '/blog',
  '/blog/',
  '/blog/a',
  '/blog/a.html',
  '/blog/b?x=1',
  '/shop/b/',
  '/shop/b/c',
  '/shopping',
  '/private/p',
  '/a/a/a/a/a/a/a',
].map(at)
const DEEP = at('/blog/deep')
const OTHER = 'https://other.test/blog/a'

describe('a preview, a crawl and a plain reading of the rules agree', () => {
  let crawls: ScriptedCrawls
  before(async () => {
    crawls = await openScriptedCrawls()
  })
  after(() => crawls[Symbol.asyncDispose]())

  const { seed, rounds, random } = seeded(60)
  for (let round = 0; round < rounds; round++) {
    const { startPath, ...options } = randomScope(random)
    it(`${JSON.stringify({ startPath, ...options })}, seed ${seed}`, async () => {
      const startUrl = at(startPath)
      const pages = [startUrl, ...linked]
      const web: ScriptedWeb = {
        ...Object.fromEntries([...pages, DEEP, OTHER].map(url => [url, {}])),
        [at('/blog/a')]: { links: [DEEP] },
        [startUrl]: { links: [...linked, OTHER] },
        [at('/robots.txt')]: { text: ROBOTS, type: 'text/plain' },
      }
      const depths = new Map([...linked.map(url => [url, 1] as const), [DEEP, 2] as const])
      const rows = await preview([...new Set([...pages, DEEP, OTHER])], { startUrl, options, depths })
      const previewed = new Map(rows.map(({ url, result }) => [url, result]))
      for (const [url, result] of previewed) assert.equal(result, plainResult(url, { startPath, ...options }), url)

      const { jobs } = await crawls.run({ web, url: startUrl, limit: 100, options })
      const visited = jobs.filter(job => job.startsWith('visit ')).map(job => job.slice('visit '.length))
      const reached = [...previewed.keys()].filter(url => url !== DEEP || previewed.get(at('/blog/a')) === 'visited')
      assert.deepEqual(visited.toSorted(), reached.filter(url => previewed.get(url) === 'visited').toSorted())
      for (const url of reached)
        if (previewed.get(url) === 'not-requested') assert.ok(!jobs.some(job => job.endsWith(` ${url}`)), url)
    })
  }
})

interface RandomScope {
  startPath: string
  include: string[]
  exclude: string[]
  isFolderOnly: boolean
  maxDepth: number
}

function randomScope(random: Random): RandomScope {
  const rule = () => (pick(random, ['/', 'http', '']) === '' ? pick(random, ['blog', '.html', 'x=1']) : ruleOf(random))
  const rules = () => [...new Set(Array.from({ length: random(3) }, rule))]
  return {
    startPath: pick(random, ['/', '/blog/', '/shop/b/']),
    include: rules(),
    exclude: rules(),
    isFolderOnly: random(3) === 0,
    maxDepth: random(3),
  }
}

function ruleOf(random: Random): string {
  const path = pick(random, ['/blog', '/blog/', '/shop', '/*/b', '/*.html', '/*?'])
  return `${pick(random, ['', '', SITE])}${path}${joined(random, ['$'], 1)}`
}

/** What the documentation says, as a regular expression for each rule. */
function plainResult(url: string, { startPath, include, exclude, isFolderOnly, maxDepth }: RandomScope): string {
  const isMatch = (rule: string) => {
    const subject = rule.startsWith('/') ? url.slice(new URL(url).origin.length) : url
    const isPrefix = rule.startsWith('/') || rule.startsWith('http')
    const source = rule.replace(/\$$/, '').split('*').map(RegExp.escape).join('.*')
    return new RegExp(`${isPrefix ? '^' : ''}${source}${rule.endsWith('$') ? '$' : ''}`).test(subject)
  }
  if (url === at(startPath)) return 'visited'
  if (exclude.some(isMatch)) return 'not-requested'
  if (url === OTHER) return 'status-only'
  if (url.includes('/private/') || url.includes('/a/a/a/')) return 'not-requested'
  const folder = startPath.replace(/\/$/, '')
  if (isFolderOnly && !`${url}/`.startsWith(`${at(folder)}/`)) return 'status-only'
  if (include.length > 0 && !include.some(isMatch)) return 'status-only'
  return maxDepth > 0 && (url === DEEP ? 2 : 1) > maxDepth ? 'status-only' : 'visited'
}
