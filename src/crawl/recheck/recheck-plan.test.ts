import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { MAX_RECHECK_PAGES } from '#shared/recheck.ts'
import type { IssueRow } from '#store/store.ts'
import { type KnownSite, pagesToCheck, planRecheck } from './recheck-plan.ts'

const SITE = 'https://site.test'
const HOME = `${SITE}/`

/** A crawl that visited every URL of the site but images, and read all but what is gone. */
const site: KnownSite = {
  crawl: { homeUrl: HOME, seedUrl: 'https://www.site.test/' },
  target: async url => ({
    scope: url.startsWith(SITE) ? 'internal' : 'external',
    number: url.startsWith(SITE) && !url.includes('/img/') ? 1 : null,
    kinds: [url.includes('/img/') ? 'image' : 'anchor'],
    skipReason: null,
  }),
  page: async url => (url.includes('/gone') ? null : {}),
}

function issue(pageUrl: string, details: Partial<IssueRow['details']>, affectedCount = 1): IssueRow {
  return {
    id: 1,
    checkId: 'x',
    type: 'broken_link',
    severity: 'error',
    message: '',
    pageUrl,
    details: { evidence: [], ...details },
    affectedCount,
    isHostWide: false,
    discoveredMs: 1,
  }
}

describe('the pages of an issue of a page check', () => {
  const cause = (pages: number) => {
    const affectedUrls = Array.from({ length: Math.min(pages, 20) }, (_, index) => `${SITE}/${index}`)
    return issue(`${SITE}/0`, { affectedUrls }, pages)
  }
  const cases: [pages: number, counts: number[]][] = [
    [3, [3]],
    [4, [3, 1]],
    [41, [3, 5]],
    [150, [3, 15]],
    [100_000, [3, 17]],
  ]
  for (const [pages, counts] of cases)
    it(`are ${counts.join(' and then ')} of ${pages}`, () => {
      assert.deepEqual(
        pagesToCheck(cause(pages)).map(some => some.length),
        counts,
      )
    })

  it('are its own page where it is about one', () => {
    assert.deepEqual(pagesToCheck(issue(`${SITE}/a`, {})), [[`${SITE}/a`]])
  })
})

describe('what is requested when an issue is checked again', () => {
  it('is its page alone for a check of pages', async () => {
    const about = issue(`${SITE}/a`, { evidence: [{ kind: 'url', label: 'x', url: `${SITE}/b` }] })
    assert.deepEqual(await planRecheck(site, { issue: about, pages: [`${SITE}/a`], scope: 'pages' }), {
      homeUrl: HOME,
      visits: [`${SITE}/a`],
      probes: [],
      checksHost: false,
      wasRead: [`${SITE}/a`],
      affected: { visited: [`${SITE}/a`], total: 1 },
      isWhole: true,
    })
  })

  it('is the start page, the target and who names it for a check of the site; files and other sites are probed', async () => {
    const gone = `${SITE}/gone`
    const about = issue(gone, {
      targetUrl: gone,
      referringSources: [`${SITE}/a`],
      imageData: [{ src: `${SITE}/img/x.png`, issue: '', isLarge: false, fileSize: null }],
      evidence: [{ kind: 'table', label: 'x', columns: ['y'], rows: [['https://else.test/'], ['no URL'], [gone]] }],
    })
    const plan = await planRecheck(site, { issue: about, pages: null, scope: 'host' })
    assert.deepEqual(
      { ...plan, affected: plan.affected.visited },
      {
        homeUrl: HOME,
        visits: [HOME, gone, `${SITE}/a`],
        probes: [`${SITE}/img/x.png`, 'https://else.test/'],
        checksHost: true,
        wasRead: [HOME, `${SITE}/a`],
        affected: [`${SITE}/a`],
        isWhole: true,
      },
    )
  })

  it('is bounded, and says so', async () => {
    const urls = Array.from({ length: 50 }, (_, index) => `${SITE}/${index}`)
    const about = issue(urls[0] ?? '', { duplicateUrls: urls }, 50)
    const plan = await planRecheck(site, { issue: about, pages: null, scope: 'pages' })
    assert.deepEqual([plan.visits.length, plan.isWhole], [MAX_RECHECK_PAGES, false])
    const lookedUp: string[] = []
    const target: KnownSite['target'] = url => {
      lookedUp.push(url)
      return site.target(url)
    }
    const many = Array.from({ length: 300 }, (_, index) => `https://else.test/${index}`)
    await planRecheck({ ...site, target }, { issue: about, pages: many, scope: 'pages' })
    assert.deepEqual(lookedUp, many.slice(0, 200))
    const cut = issue(urls[0] ?? '', { evidence: [{ kind: 'urls', label: 'x', urls: urls.slice(0, 3), total: 4 }] })
    assert.equal((await planRecheck(site, { issue: cut, pages: null, scope: 'pages' })).isWhole, false)
  })
})
