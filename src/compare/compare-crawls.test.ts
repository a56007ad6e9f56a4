import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { imageAltMissing } from '#checks/images/image-alt-missing.ts'
import { internalLinkBroken } from '#checks/links/internal-link-broken.ts'
import { titleDuplicate } from '#checks/titles/title-duplicate.ts'
import { titleMissing } from '#checks/titles/title-missing.ts'
import { urlUppercase } from '#checks/urls/url-uppercase.ts'
import {
  openScriptedCrawls,
  type ScriptedCrawl,
  type ScriptedCrawls,
  type ScriptedWeb,
} from '#crawl/test-scripted-crawl.ts'
import { absences, addChanges, type FindingChanges, noChanges, type PageChange, pageChanges } from '#shared/changes.ts'

/** Two crawls of a website, one after the other: each class of change, in the findings and pages of a whole crawl. */

const pageChecks = [imageAltMissing, titleMissing]
const siteChecks = [titleDuplicate, internalLinkBroken, urlUppercase]
const LOGO = '<header><img src="/logo.png"></header>'

interface Page {
  /** None where it is ''. */
  title?: string
  body?: string
  status?: number
  location?: string
}

/** Pages by their path; the start page links to all but those that begin with `-`. */
type Site = Readonly<Record<string, Page>>

interface Step extends Pick<ScriptedCrawl, 'limit' | 'options'> {
  site: Site
  /** After the crawl, by the store. */
  afterwards?: (crawls: ScriptedCrawls, crawl: { websiteId: number; crawlId: number }) => Promise<unknown>
}

function webOf(host: string, site: Site): ScriptedWeb {
  const links = Object.keys(site).map(path => `<a href="${path}">To ${path}</a>`)
  return Object.fromEntries(
    Object.entries(site).map(([path, { title = `Title of ${path}`, body = '', status, location }]) => [
      host + path,
      {
        text: `<!doctype html><html lang="en"><title>${title}</title><body>${body}<main>${path === '/' ? links.join(' ') : ''}</main>`,
        ...(status !== undefined && { status }),
        ...(location !== undefined && { location: host + location }),
      },
    ]),
  )
}

/** A start page and so many others. */
function pagesOf(count: number, pageOf: (index: number) => Page = () => ({})): Site {
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => [index === 0 ? '/' : `/p${index}`, pageOf(index)]),
  )
}

const textOf = (name: string) =>
  `<p>The page about ${name} says in more than ten words what there is to be said of it.</p>`
const withLogo = (pages: number, logos: number) => pagesOf(pages, index => (index < logos ? { body: LOGO } : {}))
const titled = (...titles: string[]) => pagesOf(titles.length, index => ({ title: titles[index] ?? '' }))
const linking = (...targets: string[]): Site => ({
  '/': { body: targets.map(target => `<a href="${target}">x</a>`).join('') },
})
const mute: Step['afterwards'] = async ({ store }, { websiteId }) => {
  await store.settings.addMute({ websiteId, checkId: 'title-missing', pattern: null, reason: 'Known', nowMs: 2_000 })
  await store.settings.apply(websiteId, 2_000)
}
const switchOff: Step['afterwards'] = async ({ store }, { websiteId }) => {
  await store.settings.setCheck({ websiteId, checkId: 'title-missing', isOff: true, severity: null })
  await store.settings.apply(websiteId, 2_000)
}
const weigh: Step['afterwards'] = async ({ store }, { websiteId }) => {
  await store.settings.setCheck({ websiteId, checkId: 'title-missing', isOff: false, severity: 'info' })
  await store.settings.apply(websiteId, 2_000)
}
const close: Step['afterwards'] = async ({ store }, { crawlId }) => {
  const issues = await store.reading.issues(crawlId, {})
  const cause = { kind: 'fixed', checkedAtMs: 3_000 } as const
  await store.issues.suppress({ crawlId, issueIds: issues.map(({ id }) => id), cause, nowMs: 3_000 })
}
const thresholds = [{ checkId: 'title-missing', name: 'any', value: 3 }]

const cases: [string, Step, Step, Partial<FindingChanges>][] = [
  ['the same', { site: withLogo(41, 41) }, { site: withLogo(41, 41) }, { unchanged: 1 }],
  ['a finding more', { site: titled('A', 'B') }, { site: titled('A', '') }, { new: 1 }],
  ['a finding less', { site: titled('A', '') }, { site: titled('A', 'B') }, { fixed: 1 }],
  ['a cause on three pages in place of two', { site: withLogo(5, 2) }, { site: withLogo(5, 3) }, { unchanged: 1 }],
  ['a cause on two pages in place of three', { site: withLogo(5, 3) }, { site: withLogo(5, 2) }, { unchanged: 2 }],
  ['a cause on one page in place of two', { site: withLogo(5, 2) }, { site: withLogo(5, 1) }, { unchanged: 1 }],
  ['a cause on one page more of many', { site: withLogo(42, 40) }, { site: withLogo(42, 41) }, { unchanged: 1 }],
  ['a cause on one page less of many', { site: withLogo(42, 41) }, { site: withLogo(42, 40) }, { unchanged: 1 }],
  ['a page with the cause added', { site: withLogo(40, 40) }, { site: withLogo(41, 41) }, { unchanged: 1 }],
  ['a page with the cause removed', { site: withLogo(41, 41) }, { site: withLogo(40, 40) }, { unchanged: 1 }],
  ['a cause fixed on all pages', { site: withLogo(41, 41) }, { site: withLogo(41, 0) }, { fixed: 1 }],
  [
    'a cause fixed on all pages that are left',
    { site: withLogo(5, 5) },
    { site: { ...withLogo(5, 0), '/p4': { status: 404 } } },
    // The link to it is broken now.
    { fixed: 1, new: 1 },
  ],
  [
    'another image beside the one of a cause',
    { site: withLogo(4, 4) },
    { site: pagesOf(4, index => ({ body: index === 2 ? `${LOGO}<img src="/own.png">` : LOGO })) },
    { new: 1, unchanged: 1 },
  ],
  [
    'a page whose original was found',
    { site: { '/': {}, '/list?by=name': { title: '', body: 'Anchors and ropes' } } },
    {
      site: {
        '/': {},
        '/list?by=name': { title: '', body: 'Anchors and ropes' },
        '/list': { title: '', body: 'Anchors and ropes' },
      },
    },
    { new: 1, notChecked: 1 },
  ],
  [
    'one more page with the same title',
    { site: titled('A', 'A', 'B') },
    { site: titled('A', 'A', 'A') },
    { unchanged: 1 },
  ],
  ['another title that is the same', { site: titled('A', 'A') }, { site: titled('B', 'B') }, { new: 1, fixed: 1 }],
  ['one more broken link', { site: linking('/x') }, { site: linking('/x', '/y') }, { new: 1, unchanged: 1 }],
  [
    'one more page in a list of pages',
    { site: { '/': {}, '/B': {}, '/C': {} } },
    { site: { '/': {}, '/A': {}, '/B': {}, '/C': {} } },
    { unchanged: 1 },
  ],
  [
    'the first page gone from a list of pages',
    { site: { '/': {}, '/A': {}, '/B': {}, '/C': {} } },
    { site: { '/': {}, '/B': {}, '/C': {} } },
    { unchanged: 1 },
  ],
  ['a page that nothing leads to', { site: titled('A', '') }, { site: titled('A') }, { notCrawled: 1 }],
  [
    'a page beyond the limit',
    { site: titled('A', 'B', '') },
    { site: titled('A', 'B', ''), limit: 2 },
    { notCrawled: 1 },
  ],
  [
    'a page that is an error',
    { site: titled('A', '') },
    { site: { ...titled('A'), '/p1': { status: 500 } } },
    { notChecked: 1 },
  ],
  [
    'a page that redirects',
    { site: titled('A', '', 'B') },
    { site: { ...titled('A', '', 'B'), '/p1': { location: '/p2' } } },
    { notChecked: 1 },
  ],
  [
    'other thresholds',
    { site: titled('A', '') },
    { site: titled('A', 'B'), options: { thresholds } },
    { notChecked: 1 },
  ],
  [
    'the same thresholds',
    { site: titled('A', ''), options: { thresholds } },
    { site: titled('A', 'B'), options: { thresholds } },
    { fixed: 1 },
  ],
  ['a mute', { site: titled('A', ''), afterwards: mute }, { site: titled('A', 'B') }, {}],
  ['a mute of what is still there', { site: titled('A', ''), afterwards: mute }, { site: titled('A', '') }, {}],
  [
    'a check switched off',
    { site: titled('A', ''), afterwards: switchOff },
    { site: titled('A', '') },
    { notChecked: 1 },
  ],
  [
    'a check switched off, and the page fixed',
    { site: titled('A', ''), afterwards: switchOff },
    { site: titled('A', 'B') },
    { notChecked: 1 },
  ],
  [
    'another severity by the settings',
    { site: titled('A', ''), afterwards: weigh },
    { site: titled('A', '') },
    { unchanged: 1 },
  ],
  ['what was closed, and is back', { site: titled('A', ''), afterwards: close }, { site: titled('A', '') }, { new: 1 }],
  ['what was closed, and is fixed', { site: titled('A', ''), afterwards: close }, { site: titled('A', 'B') }, {}],
]

describe('a crawl beside the one before', () => {
  let crawls: ScriptedCrawls
  let hosts = 0
  before(async () => {
    crawls = await openScriptedCrawls()
  })
  after(() => crawls[Symbol.asyncDispose]())

  const nextHost = () => `https://site-${++hosts}.test`
  const scripted = (host: string, { site, afterwards: _, ...options }: Step): ScriptedCrawl => ({
    web: webOf(host, site),
    url: `${host}/`,
    pageChecks,
    siteChecks,
    ...options,
  })
  async function run(host: string, step: Step) {
    const { crawl } = await crawls.run(scripted(host, step))
    await step.afterwards?.(crawls, { websiteId: crawl.websiteId, crawlId: crawl.id })
    return crawl
  }

  async function changesOf(crawlId: number): Promise<FindingChanges> {
    const sum = noChanges()
    for (const { changes } of await crawls.store.reading.findingChanges(crawlId)) addChanges(sum, changes)
    return sum
  }

  for (const [name, first, second, expected] of cases) {
    it(`finds ${name}`, async () => {
      const host = nextHost()
      const earlier = await run(host, first)
      const crawl = await run(host, second)
      assert.equal(crawl.earlierCrawlId, earlier.id)
      const changes = await changesOf(crawl.id)
      assert.deepEqual(changes, { ...noChanges(), ...expected })
      await assertListed(crawl.id, changes)
    })
  }

  /** Every number is the length of its list. */
  async function assertListed(crawlId: number, changes: FindingChanges): Promise<void> {
    const { reading } = crawls.store
    const part = { offset: 0, limit: 1_000 }
    const lengths = {
      new: (await reading.issues(crawlId, { change: 'new' })).length,
      unchanged: (await reading.issues(crawlId, { change: 'unchanged' })).length,
      fixed: (await reading.absentIssues(crawlId, { absence: 'fixed', ...part })).length,
      notCrawled: (await reading.absentIssues(crawlId, { absence: 'not-crawled', ...part })).length,
      notChecked: (await reading.absentIssues(crawlId, { absence: 'not-checked', ...part })).length,
    }
    assert.deepEqual(lengths, changes)
  }

  it('counts new findings that are muted afterwards no more', async () => {
    const host = nextHost()
    await run(host, { site: titled('A', 'B') })
    const crawl = await run(host, { site: titled('A', ''), afterwards: mute })
    const changes = await changesOf(crawl.id)
    assert.deepEqual(changes, noChanges())
    await assertListed(crawl.id, changes)
  })

  it('has no earlier crawl in the first one, nor in one that read no page', async () => {
    const host = nextHost()
    assert.equal((await run(host, { site: titled('A') })).earlierCrawlId, null)
    const first = await run(host, { site: titled('') })
    await run(host, { site: { '/': { status: 500 } } })
    const crawl = await run(host, { site: titled('') })
    assert.equal(crawl.earlierCrawlId, first.id)
    assert.deepEqual(await changesOf(crawl.id), { ...noChanges(), unchanged: 1 })
  })

  const pages: [string, Step, Step, Partial<Record<PageChange, string[]>>][] = [
    ['added', { site: pagesOf(2) }, { site: pagesOf(4) }, { added: ['/p2', '/p3'] }],
    ['to which nothing leads', { site: pagesOf(3) }, { site: pagesOf(2) }, { removed: ['/p2'] }],
    ['beyond the limit', { site: pagesOf(3) }, { site: pagesOf(3), limit: 2 }, { 'not-crawled': ['/p2'] }],
    [
      'that are errors or redirects',
      { site: pagesOf(5) },
      { site: { ...pagesOf(5), '/p1': { status: 404 }, '/p2': { location: '/p3' }, '/p4': { status: 503 } } },
      { redirected: ['/p2'], removed: ['/p1'], 'not-crawled': ['/p4'] },
    ],
    [
      'that moved, with a redirect and without one',
      {
        site: { ...pagesOf(2), '/a': { body: textOf('a') }, '/b': { body: textOf('b') }, '/c': { body: textOf('c') } },
      },
      {
        site: {
          ...pagesOf(2),
          '/a': { location: '/new/a' },
          '/b': { status: 404 },
          '/c': { status: 404 },
          '/new/a': { body: textOf('a') },
          '/new/b': { body: textOf('b') },
          '/new/c': { body: textOf('another') },
        },
      },
      { added: ['/new/c'], moved: ['/new/a', '/new/b'], removed: ['/c'] },
    ],
    [
      'whose text is on several, or short',
      { site: { ...pagesOf(1), '/a': { body: textOf('a') }, '/b': { body: 'Short' } } },
      {
        site: {
          ...pagesOf(1),
          '/c': { body: textOf('a') },
          '/d': { title: 'Other', body: textOf('a') },
          '/e': { body: 'Short' },
        },
      },
      { added: ['/c', '/d', '/e'], removed: ['/a', '/b'] },
    ],
  ]
  for (const [name, first, second, expected] of pages) {
    it(`lists pages ${name}`, async () => {
      const host = nextHost()
      await run(host, first)
      const crawl = await run(host, second)
      const { reading } = crawls.store
      const lists = await Promise.all(
        pageChanges.map(async change => {
          const urls = await reading.changedPages(crawl.id, { change, offset: 0, limit: 10 })
          assert.equal((await reading.pageChanges(crawl.id))[change], urls.length)
          return [change, urls.map(url => new URL(url).pathname)]
        }),
      )
      const none = Object.fromEntries(pageChanges.map(change => [change, []]))
      assert.deepEqual(Object.fromEntries(lists), { ...none, ...expected })
    })
  }

  const first = { site: { ...withLogo(4, 3), '/old': { title: '' }, '/kept': { title: '' } } }
  const second = { site: { ...withLogo(4, 4), '/p1': { title: '' }, '/kept': { title: 'B' }, '/new': {} } }

  /** Everything that is stored of a comparison, without hosts and ids. */
  async function storedOf(crawlId: number) {
    const { reading } = crawls.store
    const pathOf = (url: string) => new URL(url).pathname
    const part = { offset: 0, limit: 100 }
    const issues = await reading.issues(crawlId, { change: 'new' })
    const absent = await Promise.all(absences.map(absence => reading.absentIssues(crawlId, { absence, ...part })))
    const urls = await Promise.all(pageChanges.map(change => reading.changedPages(crawlId, { change, ...part })))
    return {
      changes: await reading.findingChanges(crawlId),
      pageChanges: await reading.pageChanges(crawlId),
      added: issues.map(({ checkId, pageUrl }) => [checkId, pathOf(pageUrl)]),
      absent: absent.map(rows => rows.map(({ checkId, pageUrl }) => [checkId, pathOf(pageUrl)])),
      pages: urls.map(some => some.map(pathOf)),
    }
  }

  for (const step of ['resetChanges', 'markNew', 'addAbsent', 'addChangedPages', 'end'] as const) {
    it(`is the same when the process dies after ${step}`, async () => {
      const undisturbed = nextHost()
      await run(undisturbed, first)
      const expected = await storedOf((await run(undisturbed, second)).id)
      assert.deepEqual(expected.pages, [['/new'], [], [], ['/old'], []])
      const host = nextHost()
      await run(host, first)
      const { crawls: writes } = crawls.store
      const write: (...args: never[]) => Promise<void> = writes[step]
      Object.assign(writes, {
        [step]: async (...args: never[]) => {
          Object.assign(writes, { [step]: write })
          if (step !== 'end') await write(...args)
          throw new Error('the process died')
        },
      })
      await assert.rejects(run(host, second), /the process died/)
      const { crawl } = await crawls.goOn(scripted(host, second))
      assert.deepEqual(await storedOf(crawl.id), expected)
    })
  }
})
