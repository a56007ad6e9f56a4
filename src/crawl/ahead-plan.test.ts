import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { PageRow } from '#store/store.ts'
import { createRandom } from '../../test/properties/random.ts'
import {
  type Crawled,
  openScriptedCrawls,
  type ScriptedCrawl,
  type ScriptedCrawls,
  type ScriptedResponse,
} from './test-scripted-crawl.ts'

const SITE = 'https://site.test'
const OTHER = 'https://elsewhere.test'
const at = (path: string) => SITE + path

let crawls: ScriptedCrawls
before(async () => {
  crawls = await openScriptedCrawls()
})
after(() => crawls[Symbol.asyncDispose]())

/** Failures pause, and no limit of time is reached. */
const pausing: Partial<ScriptedCrawl> = {
  isTimePassing: () => true,
  settings: { confirmPauseMs: 2_000, serverErrorPauseMs: 1_000, crawlBaseMs: Number.MAX_SAFE_INTEGER },
}
const web = {
  [at('/')]: { links: ['/a', '/gone', `${OTHER}/gone`] },
  [at('/a')]: { links: ['/b', '/gone2'] },
  [at('/b')]: { links: ['/c', '/gone3', `${OTHER}/`] },
  [at('/c')]: { text: '<!doctype html><title>c</title><img src="/gone.png">' },
  [`${OTHER}/`]: {},
}
const crawlOf = (crawl: Partial<ScriptedCrawl> = {}): ScriptedCrawl => ({ web, url: at('/'), ...pausing, ...crawl })
const shortened = (job: string) => job.replace(SITE, '').replace(OTHER, 'other:')

/** The jobs of a crawl in which no pause ends before these have been sent. */
async function jobsOf(crawl: Partial<ScriptedCrawl>, first: readonly string[]): Promise<string[]> {
  const left = new Set(first)
  const { jobs } = await crawls.run(
    crawlOf({
      ...crawl,
      isTimePassing: () => left.size === 0,
      onJob: ({ mode, url }) => left.delete(shortened(`${mode} ${url}`)),
    }),
  )
  return jobs.map(shortened)
}

/**
 * All that depends on which URLs are in the report, and in which order. What is requested once more, after an interruption or since it
 * turned out to lie at another depth, may have recovered since, so that there are fewer attempts.
 */
async function resultOf({ crawl, skipped }: Crawled): Promise<unknown> {
  const rows: PageRow[] = await crawls.store.reading.pages(crawl.id, {})
  const pages = rows.map(({ attempts: _, ...page }) => page)
  const { endSentence, counts, notes } = crawl
  return { pages, skipped: [...skipped].sort(), endSentence, counts, notes }
}

describe('a crawl with failed URLs', () => {
  it('requests all else while they wait for their next attempt, so that all pauses pass at once', async () => {
    const once = ['visit /', 'visit /a', 'visit /b', 'visit /c', 'probe other:/']
    const failed = ['visit /gone', 'visit /gone2', 'visit /gone3', 'probe other:/gone', 'probe /gone.png']
    // Of the image by HEAD, then by GET.
    const first = [...once, ...failed, 'probe /gone.png']
    const all = await jobsOf({}, first)
    assert.deepEqual(all.slice(0, first.length).sort(), first.sort())
    assert.deepEqual(all.slice(first.length).sort(), failed.sort())
  })

  const cases: [name: string, crawl: Partial<ScriptedCrawl>, ahead: string[]][] = [
    ['no page beyond the limit', { limit: 3 }, ['probe other:/gone']],
    ['no other site, unless other sites are wanted', { limit: 3, options: { probesExternal: false } }, []],
    ['nothing that is excluded', { options: { exclude: ['/b', 'elsewhere.test'] } }, ['visit /gone2']],
    ['nothing that is beyond the depth', { options: { maxDepth: 1 } }, ['probe other:/gone']],
    [
      'nothing that robots.txt disallows',
      {
        web: { ...web, [at('/robots.txt')]: { type: 'text/plain', text: 'User-agent: *\nDisallow: /b' } },
        options: { probesExternal: false },
      },
      ['visit /gone2'],
    ],
    [
      'nothing before the start page has shown which URLs belong to the site',
      { web: { [at('/')]: { status: 302, location: at('/a') }, [at('/a')]: { links: ['/b'] }, [at('/b')]: {} } },
      [],
    ],
  ]
  for (const [name, crawl, ahead] of cases)
    it(`requests ${name} in the meantime`, async () => {
      const level = new Set(['visit /', 'visit /a', 'visit /gone'])
      const all = await jobsOf(crawl, ahead)
      const again = all.findIndex((job, index) => all.indexOf(job) < index)
      assert.deepEqual(
        all.slice(0, again).filter(job => !level.has(job)),
        ahead,
      )
    })

  it('has the same result as one without pauses, also when a failed URL recovers or the crawl is interrupted', async () => {
    for (let seed = 1; seed <= SEEDS; seed++) {
      const random = createRandom(seed)
      const pages = 3 + random(12)
      const limit = 1 + random(pages + 3)
      const options = { ...(random(3) === 0 && { maxDepth: 1 + random(3) }), readsSitemaps: random(2) === 0 }
      const crawl = (): ScriptedCrawl => ({ ...recoveringSite(seed, pages), url: at('/'), limit, options })
      const expected = await resultOf(await crawls.run(crawl()))
      const ahead = await crawls.run({ ...pausing, ...crawl() })
      assert.deepEqual(await resultOf(ahead), expected, `seed ${seed}`)
      const cut = 1 + random(ahead.jobs.length)
      const site = crawl()
      let sent = 0
      await crawls.run({
        ...pausing,
        ...site,
        onJob(job, act) {
          if (++sent === cut) act.abandon()
          site.onJob?.(job, act)
        },
      })
      assert.deepEqual(
        await resultOf(await crawls.goOn({ ...pausing, ...site })),
        expected,
        `seed ${seed}, interrupted at request ${cut}`,
      )
    }
  })
})

const SEEDS = 12

/** A site of random links, of which some URLs fail, fail once, or redirect. */
function recoveringSite(seed: number, pages: number): Pick<ScriptedCrawl, 'web' | 'onJob'> {
  const random = createRandom(seed)
  const site: Record<string, ScriptedResponse> = {}
  const recovered = new Map<string, ScriptedResponse>()
  for (let page = 0; page < pages; page++) {
    const links = Array.from({ length: 1 + random(4) }, () => `/${random(pages + 2)}`)
    const good = { links: random(4) === 0 ? [...links, `${OTHER}/${random(3)}`] : links }
    const url = at(page === 0 ? '/' : `/${page}`)
    const kind = page === 0 ? 0 : random(8)
    if (kind === 1) site[url] = { status: random(2) === 0 ? 404 : 500 }
    else if (kind === 2) {
      site[url] = { status: 302, location: at(`/moved/${page}`) }
      site[at(`/moved/${page}`)] = good
    } else site[url] = kind === 3 ? { status: 503 } : good
    if (kind === 3) recovered.set(url, good)
  }
  return {
    web: site,
    onJob({ url, attempts }) {
      const good = recovered.get(url)
      if (good && attempts.length > 0) site[url] = good
    },
  }
}
