import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { imageAltMissing } from '#checks/images/image-alt-missing.ts'
import { SharedCauses } from '#checks/shared-causes.ts'
import { metaDescriptionMissing } from '#checks/titles/meta-description-missing.ts'
import { openScriptedCrawls, type ScriptedCrawls, type ScriptedWeb } from './test-scripted-crawl.ts'

const SITE = 'https://site.test'
const LOGO = '<img src="/logo.png" width="90" height="40">'

interface MadePage {
  title: string
  links?: readonly string[]
  head?: string
  main?: string
}

function pageOf({ title, links = [], head = '', main = '' }: MadePage) {
  const anchors = links.map(path => `<a href="${path}">To ${path}</a>`).join(' ')
  return {
    text: `<!doctype html><html lang="en"><title>${title}</title>${head}<body><main><h1>${title}</h1>
      <p>All about ${title}, which is written here in a few words.</p>${main}${anchors}</main>`,
  }
}

const described = '<meta name="description" content="What there is to say of this page, in one sentence.">'

/** A list in three orders, and one with a canonical; two items; a page that there is only with parameters; folders with and without index file. */
function siteWith(paths: readonly string[]): ScriptedWeb {
  const list = { title: 'List', main: LOGO, links: ['/'] }
  const shop = { title: 'Shop', head: '<link rel="canonical" href="https://site.test/shop">', main: LOGO }
  const pages: Record<string, MadePage> = {
    '/': { title: 'Home', head: described, links: paths },
    '/list': list,
    '/list?sort=a': list,
    '/list?sort=b': list,
    '/list?page=2': { ...list, main: LOGO + LOGO },
    '/shop': shop,
    '/shop?from=list': shop,
    '/item?id=1': { title: 'Anchor', main: LOGO },
    '/item?id=2': { title: 'Rope', main: LOGO },
    '/only?a=1': { title: 'Only', head: described },
    '/only?a=2': { title: 'Only', head: described },
    '/map/': { title: 'Map', main: LOGO },
    '/map/index.html': { title: 'Map', main: LOGO },
    '/news/': { title: 'News', main: LOGO },
    '/news/index.html': { title: 'Old news', main: LOGO },
  }
  return Object.fromEntries(Object.entries(pages).map(([path, page]) => [SITE + path, pageOf(page)]))
}

const PATHS = Object.keys(siteWith([]))
  .map(url => url.slice(SITE.length))
  .slice(1)

describe('pages that are copies of another page', () => {
  let crawls: ScriptedCrawls
  before(async () => {
    crawls = await openScriptedCrawls()
  })
  after(() => crawls[Symbol.asyncDispose]())

  async function resultOf(paths: readonly string[], sharedCauses?: SharedCauses) {
    const { crawl } = await crawls.run({
      web: siteWith(paths),
      url: `${SITE}/`,
      pageChecks: [imageAltMissing, metaDescriptionMissing],
      ...(sharedCauses && { sharedCauses }),
    })
    const { reading } = crawls.store
    const issues = await reading.issues(crawl.id, { limit: 99 })
    const pages = await reading.pages(crawl.id, { limit: 99 })
    const short = (url: string) => url.slice(SITE.length)
    return {
      issues: issues
        .map(({ checkId, pageUrl, affectedCount }) => `${checkId} ${short(pageUrl)} ${affectedCount}`)
        .sort(),
      copies: pages.flatMap(({ url, copyOf }) => (copyOf === null ? [] : [`${short(url)} of ${short(copyOf)}`])).sort(),
      passed: pages.flatMap(({ url, isPassed }) => (isPassed ? [short(url)] : [])).sort(),
      passedCount: (await reading.crawl(crawl.id))?.counts.passed,
      counters: await reading.checkCounters(crawl.id),
    }
  }

  const reason = 'The page is a copy of another page, which has the finding'
  const canonicalised = 'The page is canonicalised to another URL'
  const expected = {
    issues: [
      'image-alt-missing /list 8',
      'meta-description-missing /item?id=1 1',
      'meta-description-missing /item?id=2 1',
      'meta-description-missing /list 1',
      'meta-description-missing /list?page=2 1',
      'meta-description-missing /map/ 1',
      'meta-description-missing /news/ 1',
      'meta-description-missing /news/index.html 1',
      'meta-description-missing /shop 1',
    ],
    copies: [
      '/list?sort=a of /list',
      '/list?sort=b of /list',
      '/map/index.html of /map/',
      '/only?a=2 of /only?a=1',
      '/shop?from=list of /shop',
    ],
    passed: ['/', '/only?a=1'],
    passedCount: 2,
    counters: [
      { checkId: 'image-alt-missing', passed: 3, failed: 8, skipped: { [reason]: 4 } },
      {
        checkId: 'meta-description-missing',
        passed: 3,
        failed: 8,
        skipped: { [reason]: 3, [canonicalised]: 1 },
      },
    ],
  }

  it('have none of the findings that the page has, say so and have not passed', async () => {
    assert.deepEqual(await resultOf(PATHS), expected)
  })

  it('are the same whatever was omitted while the crawl went on', async () => {
    assert.deepEqual(await resultOf(PATHS, new SharedCauses()), expected)
  })

  it('are copies of the page without parameters, wherever that is linked', async () => {
    const paths = PATHS.toReversed()
    const { copies } = await resultOf(paths)
    assert.deepEqual(copies, [
      '/list?sort=a of /list',
      '/list?sort=b of /list',
      '/map/index.html of /map/',
      '/only?a=1 of /only?a=2',
      '/shop?from=list of /shop',
    ])
  })

  it('are the pages of a crawl trap that show nothing new', async () => {
    const monthly = (month: number) => `/calendar?month=${month}`
    const months = Array.from({ length: 90 }, (_, month) => monthly(month))
    const pages: [path: string, page: MadePage][] = [
      ['/', { title: 'Home', head: described, links: [monthly(0)] }],
      ...months.map((path, month): [string, MadePage] => [
        path,
        { title: `Month ${month}`, links: [monthly(month + 1)] },
      ]),
    ]
    const web = Object.fromEntries(pages.map(([path, page]) => [SITE + path, pageOf(page)]))
    const { crawl } = await crawls.run({ web, url: `${SITE}/`, pageChecks: [metaDescriptionMissing] })
    const { reading } = crawls.store
    const issues = await reading.issues(crawl.id, { limit: 99 })
    assert.deepEqual(
      issues.map(({ pageUrl }) => pageUrl),
      [SITE + monthly(0)],
    )
    const listed = await reading.pages(crawl.id, { limit: 99 })
    const copies = listed.filter(({ copyOf }) => copyOf === SITE + monthly(0))
    assert.equal(copies.length, listed.length - 2)
    assert.ok(copies.length > 40)
  })
})
