import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { after, before, describe, it } from 'node:test'
import type { Product } from '#runtime/product.ts'
import type { IssueRow } from '#store/store.ts'
import { checkAgain, finishedRecheck, startRecheck } from '../support/check-again.ts'
import { type FixableSite, NAMELESS_BUTTON, pageNamed, startFixableSite } from '../support/fixable-site.ts'
import { openTestProduct, startTestCrawl, type TestProduct, waitForEnd } from '../support/product.ts'
import { openTestStore, temporaryFolder } from '../support/storage.ts'
import { until } from '../support/until.ts'

/** Issues checked again by the real engine, over a site that is fixed meanwhile. One crawl for all; each test fixes its own page. */
describe('an issue that is checked again', () => {
  const folder = temporaryFolder()
  let site: FixableSite
  let opened: TestProduct
  let crawlId = 0

  before(async () => {
    site = await startFixableSite()
    opened = await openTestProduct({ folder })
    crawlId = await startTestCrawl(opened.product, { url: `${site.origin}/` })
    await waitForEnd(opened.product, crawlId)
  })
  after(async () => {
    await opened[Symbol.asyncDispose]()
    await site[Symbol.asyncDispose]()
    await rm(folder, { recursive: true, force: true })
  })

  const product = (): Product => opened.product
  const issueOf = async (checkId: string, pathname?: string): Promise<IssueRow> => {
    const issues = await product().store.reading.issues(crawlId, { checkId })
    const issue = issues.find(({ pageUrl }) => pathname === undefined || pageUrl === site.origin + pathname)
    assert.ok(issue, `${checkId} ${pathname ?? ''}`)
    return issue
  }
  const isListed = async ({ id }: IssueRow) => (await product().store.reading.issuesById(crawlId, [id])).length > 0
  const counts = async () => (await product().store.reading.crawl(crawlId))?.counts
  const again = (issue: IssueRow) => {
    site.requested.length = 0
    return checkAgain(product(), crawlId, issue)
  }

  it('stays while nothing has changed, and only its own page is requested', async () => {
    const issue = await issueOf('title-missing')
    const before = await counts()
    assert.deepEqual(await again(issue), { result: 'stays', sentence: 'It is still so.' })
    assert.deepEqual(site.requested, ['/robots.txt', '/untitled'])
    assert.ok(await isListed(issue))
    assert.deepEqual(await counts(), before)
  })

  it('is unknown where its page is gone, closed, or no longer checked', async () => {
    const issue = await issueOf('title-missing')
    const page = site.pages.get('/untitled') ?? ''
    site.pages.delete('/untitled')
    assert.deepEqual(await again(issue), {
      result: 'changed',
      sentence: `${site.origin}/untitled responds with 404 now, so it cannot be checked. Crawl again to see more.`,
    })
    site.pages.set('/untitled', page.replace('</head>', '<meta name="robots" content="noindex"></head>'))
    assert.equal((await again(issue))?.result, 'changed')
    site.pages.set('/untitled', page)
    site.robots.text = 'User-agent: *\nDisallow: /untitled\n'
    const closed = await again(issue)
    assert.deepEqual([closed?.result, site.requested], ['changed', ['/robots.txt']])
    assert.match(closed?.sentence ?? '', /is closed by robots\.txt now/)
    site.robots.text = ''
    assert.ok(await isListed(issue))
  })

  it('closes when its page is fixed, and the counts fall', async () => {
    const issue = await issueOf('title-missing')
    const before = await counts()
    site.pages.set('/untitled', pageNamed('Titled at last'))
    assert.deepEqual(await again(issue), { result: 'fixed', sentence: 'It is fixed.' })
    assert.equal(await isListed(issue), false)
    assert.equal((await counts())?.bySeverity.error, (before?.bySeverity.error ?? 0) - 1)
    const [fixed] = await product().store.reading.suppressedIssues(crawlId, { kind: 'fixed' })
    const [recheck] = await product().store.rechecks.ofIssue({ crawlId, issueId: issue.id })
    assert.deepEqual([fixed?.id, fixed?.cause], [issue.id, { kind: 'fixed', checkedAtMs: recheck?.checkedMs }])
  })

  it('about a broken link closes when its target responds', async () => {
    const issue = await issueOf('internal-link-broken', '/gone')
    assert.equal((await again(issue))?.result, 'stays')
    site.pages.set('/gone', pageNamed('Found again'))
    assert.equal((await again(issue))?.result, 'fixed')
    assert.deepEqual(site.requested.toSorted(), ['/', '/gone', '/linking', '/robots.txt'])
  })

  it('about a broken link closes when no link leads there any more', async () => {
    const issue = await issueOf('internal-link-broken', '/lost')
    site.pages.set('/linking', pageNamed('Linking'))
    assert.equal((await again(issue))?.result, 'fixed')
  })

  it('about a cause of many pages closes when three and a further tenth of its pages are fixed', async () => {
    const issue = await issueOf('button-name-missing')
    const pages = [...site.pages]
    assert.deepEqual([issue.affectedCount, issue.details.affectedUrls?.length], [7, 7])
    assert.deepEqual(await again(issue), { result: 'stays', sentence: 'It is still so.' })
    assert.equal(site.requested.length, 4, 'robots.txt and three pages')
    const first = new URL(issue.pageUrl).pathname
    for (const [path, html] of pages) if (path !== first) site.pages.set(path, html.replace(NAMELESS_BUTTON, ''))
    assert.deepEqual(await again(issue), {
      result: 'stays',
      sentence: '2 of the 3 pages checked are fixed, the others are still so.',
    })
    const before = await counts()
    for (const [path, html] of pages) site.pages.set(path, html.replace(NAMELESS_BUTTON, ''))
    assert.deepEqual(await again(issue), { result: 'fixed', sentence: 'Fixed on 4 of 4 pages. The cause is closed.' })
    assert.equal(await isListed(issue), false)
    assert.equal((await counts())?.bySeverity.warning, (before?.bySeverity.warning ?? 0) - 1)
    for (const [path, html] of pages) site.pages.set(path, html)
  })

  it('about a group stays, and says how much of it is fixed', async () => {
    const issue = await issueOf('title-duplicate')
    site.pages.set('/twin-3', pageNamed('Third', 'And so forth.'))
    const sentence = '1 of the 3 pages checked is fixed, the others are still so.'
    assert.deepEqual(await again(issue), { result: 'stays', sentence })
    site.pages.set('/twin-2', pageNamed('Second', 'And so on.'))
    assert.equal((await again(issue))?.result, 'fixed')
  })

  it('requests nothing where only a whole crawl can check', async () => {
    const issue = await issueOf('page-single-inlink')
    const result = { result: 'cannot-tell', sentence: 'Only a whole crawl can check this.' }
    assert.deepEqual([await again(issue), site.requested], [result, []])
  })

  it('waits again when the process ends in the middle, and is taken up by the next', async () => {
    const issue = await issueOf('page-dead-end', '/two-clicks')
    site.held.add('/two-clicks')
    site.requested.length = 0
    const { id } = await startRecheck(product(), crawlId, issue)
    await until(() => site.requested.includes('/two-clicks'))
    await opened[Symbol.asyncDispose]()
    site.held.delete('/two-clicks')
    opened = await openTestProduct({ folder })
    const { report } = await finishedRecheck(product(), { crawlId, issueId: issue.id, id })
    assert.equal(report?.sentence, 'It is still so.')
  })

  it('is taken up after a process that died with it, and given up when three have', async () => {
    const fatal = await issueOf('page-dead-end', '/two-clicks')
    const other = await issueOf('page-dead-end', '/gone').catch(() => issueOf('meta-description-too-short'))
    const asleep = { ...product(), control: { ...product().control, wake: () => {} } }
    const [first, second] = [await startRecheck(asleep, crawlId, fatal), await startRecheck(asleep, crawlId, other)]
    await opened[Symbol.asyncDispose]()
    await dieWith([[first.id, second.id], [first.id], [first.id]])
    opened = await openTestProduct({ folder })
    const done = await Promise.all([first, second].map(each => finishedRecheck(product(), each)))
    assert.deepEqual(
      done.map(each => each.state),
      ['failed', 'done'],
    )
    assert.match(String(opened.logged.at(-1)?.details.cause), /its work broke off 3 times/)
  })

  /** Leaves the requests claimed, as processes that are killed one after the other do. */
  async function dieWith(deaths: readonly (readonly number[])[]): Promise<void> {
    await using store = await openTestStore({ folder })
    for (const claimed of deaths) {
      await store.rechecks.releaseAllClaims()
      for (const id of claimed) assert.equal((await store.rechecks.claim('dying', Date.now(), 1e6))?.recheckId, id)
    }
    // As when they have lapsed: several processes on one database take nothing back at their start.
    await store.rechecks.releaseAllClaims()
  }
})
