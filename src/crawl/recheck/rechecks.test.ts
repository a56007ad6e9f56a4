import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { internalLinkBroken } from '#checks/links/internal-link-broken.ts'
import { titleMissing } from '#checks/titles/title-missing.ts'
import type { RecheckReport } from '#shared/recheck.ts'
import type { CrawlRow, IssueRow, Store } from '#store/store.ts'
import { openTestStore } from '../../../test/support/storage.ts'
import {
  openScriptedCrawls,
  type ScriptedCrawl,
  type ScriptedCrawls,
  type ScriptedResponse,
  scriptedDeps,
} from '../test-scripted-crawl.ts'
import { runRecheck } from './recheck-run.ts'
import { startRechecks } from './rechecks.ts'

const SITE = 'https://site.test'
const at = (path: string) => SITE + path

let crawls: ScriptedCrawls
let title: Found
let link: Found
before(async () => {
  crawls = await openScriptedCrawls()
  title = await crawled('title-missing')
  link = await crawled('internal-link-broken')
})
after(() => crawls[Symbol.asyncDispose]())

const untitled: ScriptedResponse = { text: '<!doctype html><p>Text' }
const web = { [at('/')]: { links: ['/a', '/gone'] }, [at('/a')]: untitled }
const checks = { pageChecks: [titleMissing], siteChecks: [internalLinkBroken] }

interface Found {
  crawl: CrawlRow
  issue: IssueRow
}

/** A crawl of a page without a title and a link that leads nowhere, and the issue of one check. */
async function crawled(checkId: string): Promise<Found> {
  const { crawl } = await crawls.run({ web, url: at('/'), ...checks })
  const [issue] = await crawls.store.reading.issues(crawl.id, { checkId, limit: 1 })
  assert.ok(issue)
  return { crawl, issue }
}

const never = new AbortController().signal

/** What checking the issue again says when the site responds as given. */
async function again(
  { crawl, issue }: Found,
  now: Partial<ScriptedCrawl>,
): Promise<{ report: RecheckReport | null; jobs: string[] }> {
  using scripted = scriptedDeps(crawls.store, { web, ...checks, ...now })
  const deps = { ...scripted.deps, openScratch: openTestStore }
  return { report: await runRecheck({ recheckId: 7, crawl, issue }, deps, never), jobs: scripted.jobs }
}

describe('runRecheck()', () => {
  const changed = (because: string) => ({
    result: 'changed',
    sentence: `${at('/a')} ${because}, so it cannot be checked. Crawl again to see more.`,
  })
  const cases: [name: string, response: ScriptedResponse, expected: object][] = [
    ['is as it was', untitled, { result: 'stays', sentence: 'It is still so.' }],
    ['has a title', {}, { result: 'fixed', sentence: 'It is fixed.' }],
    ['is gone', { status: 404 }, changed('responds with 404 now')],
    ['is a file', { type: 'text/plain', text: 'Text' }, changed('is no HTML page now')],
    ['redirects', { location: at('/b') }, changed(`redirects to ${at('/b')} now`)],
    ['gives no response', { failure: 'tls' }, changed('gave no response (It failed: tls)')],
    [
      'shows a bot challenge',
      { status: 403, headers: [['cf-mitigated', 'challenge']] },
      changed('is guarded by a bot protection now'),
    ],
  ]
  for (const [name, response, expected] of cases)
    it(`says what came of a page that ${name}`, async () => {
      const numbers = new Set<number>()
      const { report, jobs } = await again(title, {
        web: { ...web, [at('/b')]: {}, [at('/a')]: response },
        onJob: ({ crawlId }) => void numbers.add(crawlId),
      })
      assert.deepEqual(report, expected)
      assert.ok(jobs.includes(`visit ${at('/a')}`))
      assert.deepEqual([...numbers], [-7], 'page workers know it by a number that no crawl has')
    })

  it('does not request a page that robots.txt closes now', async () => {
    const { report, jobs } = await again(title, {
      web: { ...web, [at('/robots.txt')]: { type: 'text/plain', text: 'User-agent: *\nDisallow: /a' } },
    })
    assert.deepEqual([report, jobs], [changed('is closed by robots.txt now'), []])
  })

  it('requests what a check of the site needs', async () => {
    assert.deepEqual((await again(link, {})).report, { result: 'stays', sentence: 'It is still so.' })
    const fixed = await again(link, { web: { ...web, [at('/gone')]: {} } })
    assert.deepEqual(fixed.report, { result: 'fixed', sentence: 'It is fixed.' })
    assert.deepEqual(new Set(fixed.jobs), new Set([`visit ${at('/')}`, `visit ${at('/gone')}`]))
  })

  it('cannot tell what only a whole crawl can check, or has no page of the site', async () => {
    const { crawl, issue } = title
    const whole = await again({ crawl, issue: { ...issue, checkId: 'orphan-page' } }, {})
    assert.deepEqual(whole, {
      report: { result: 'cannot-tell', sentence: 'Only a whole crawl can check this.' },
      jobs: [],
    })
    const elsewhere = await again({ crawl, issue: { ...issue, pageUrl: 'https://elsewhere.test/' } }, {})
    const sentence = 'None of its URLs is a page of the site. Only a whole crawl can check it.'
    assert.deepEqual(elsewhere, { report: { result: 'cannot-tell', sentence }, jobs: [] })
  })

  const obstacles: [name: string, now: Partial<ScriptedCrawl>, sentence: string][] = [
    ['time', { settings: { crawlBaseMs: 0 } }, 'The URLs could not all be requested within 90 seconds.'],
    ['bytes', { settings: { crawlBaseBytes: 1 } }, 'The URLs sent more than 100 megabytes.'],
  ]
  for (const [name, now, sentence] of obstacles)
    it(`says when it may take no more ${name}`, async () => {
      const { report } = await again(title, { web: { ...web, [at('/a')]: {} }, ...now })
      assert.deepEqual(report, { result: 'cannot-tell', sentence })
    })

  it('says that the credentials are gone', async () => {
    const { crawl, issue } = title
    const options = { ...crawl.options, hasCredentials: true }
    const { report, jobs } = await again({ crawl: { ...crawl, options }, issue }, {})
    assert.deepEqual([report?.result, jobs], ['cannot-tell', []])
    assert.match(report?.sentence ?? '', /^The website did not accept the credentials of this crawl at its start: they/)
  })

  it('has no result when it is interrupted', async () => {
    const { crawl, issue } = title
    const stopping = new AbortController()
    using scripted = scriptedDeps(crawls.store, { web, ...checks, onJob: () => stopping.abort() })
    const deps = { ...scripted.deps, openScratch: openTestStore }
    assert.equal(await runRecheck({ recheckId: 7, crawl, issue }, deps, stopping.signal), null)
  })
})

describe('startRechecks()', () => {
  type Claim = Store['rechecks']['claim']

  /** Requests the issue to be checked again, and works until the request is done with. */
  async function work(
    { crawl, issue }: Found,
    { now = {}, claims = claim => claim }: { now?: Partial<ScriptedCrawl>; claims?: (claim: Claim) => Claim } = {},
  ) {
    const { store } = crawls
    const website = await store.operations.website(crawl.websiteId)
    assert.ok(website)
    const requested = await store.rechecks.request({
      ...{ ownerId: website.ownerId, crawlId: crawl.id, issueId: issue.id, fingerprint: 'f', nowMs: 2_000 },
      ...{ maxWaiting: 10, maxPerMinute: 1_000 },
    })
    assert.ok(requested.ok)
    using scripted = scriptedDeps(store, { web, ...checks, ...now })
    const finished = Promise.withResolvers<void>()
    const logged: string[] = []
    const claim = claims(store.rechecks.claim)
    const finish: Store['rechecks']['finish'] = async (...result) => {
      const isFinished = await store.rechecks.finish(...result)
      finished.resolve()
      return isFinished
    }
    {
      await using rechecks = startRechecks({
        ...scripted.deps,
        store: { ...store, rechecks: { ...store.rechecks, claim, finish } },
        openScratch: openTestStore,
        log(event, { cause }) {
          logged.push(`${event}: ${cause}`)
          rechecks.wake()
        },
        worker: 'test',
        pollMs: 1_000,
      })
      await finished.promise
    }
    const [row] = await store.rechecks.ofIssue({ crawlId: crawl.id, issueId: issue.id })
    const { suppressed } = (await store.reading.issue(crawl.id, issue.id)) ?? {}
    return { state: row?.state, sentence: row?.report?.sentence, suppressed, logged, jobs: scripted.jobs }
  }

  const stays = {
    ...{ state: 'done', sentence: 'It is still so.', suppressed: null, logged: [], jobs: [`visit ${at('/a')}`] },
  }

  it('stores that an issue is still so, and closes it when it is fixed', async () => {
    assert.deepEqual(await work(title), stays)
    const now = { web: { ...web, [at('/a')]: {} } }
    const closing = await crawled('title-missing')
    const fixed = { ...stays, sentence: 'It is fixed.', suppressed: 'fixed' }
    assert.deepEqual(await work(closing, { now }), fixed)
    assert.deepEqual(await work(closing), { ...fixed, jobs: [] }, 'it is not requested again')
  })

  it('looks for no issue that is not in the report any more', async () => {
    const gone = { ...stays, sentence: 'The issue is no longer in the report.', jobs: [] }
    const ofAnother =
      (changes: object) =>
      (claim: Claim): Claim => {
        return async (...worker) => {
          const claimed = await claim(...worker)
          return claimed && { ...claimed, ...changes }
        }
      }
    assert.deepEqual(await work(title, { claims: ofAnother({ crawlId: 1_000_000 }) }), gone)
    assert.deepEqual(await work(title, { claims: ofAnother({ issueId: 1_000_000 }) }), gone)
  })

  it('gives up a request whose work broke off three times, and says so in the log', async () => {
    const claims =
      (claim: Claim): Claim =>
      async (...worker) => {
        for (let attempt = 1; attempt <= 3; attempt++) await claim('lost', 2_000, 0)
        return await claim(...worker)
      }
    const { state, sentence, logged } = await work(title, { claims })
    assert.deepEqual([state, sentence, logged.length], ['failed', undefined, 1])
    assert.match(logged[0] ?? '', /^checking an issue again failed: .*its work broke off 3 times/)
  })

  it('fails with what went wrong, and says so in the log', async () => {
    const now: Partial<ScriptedCrawl> = {
      onJob() {
        throw new Error('a thread ended')
      },
    }
    const { state, sentence, logged } = await work(title, { now })
    assert.deepEqual([state, sentence, logged.length], ['failed', undefined, 1])
    assert.match(logged[0] ?? '', /^checking an issue again failed: .*a thread ended/)
  })

  it('goes on after a claim that failed', async () => {
    let failures = 0
    const claims =
      (claim: Claim): Claim =>
      async (...worker) => {
        // Of both workers.
        if (failures++ < 2) throw new Error('the database is away')
        return await claim(...worker)
      }
    const { logged, ...done } = await work(title, { claims })
    assert.deepEqual({ ...done, logged: [] }, stays)
    assert.equal(logged.length, 2)
    assert.match(logged[0] ?? '', /^checking an issue again failed: .*the database is away/)
  })
})
