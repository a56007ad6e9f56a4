import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { startDemoSite } from '#demo-site/site.ts'
import { databasePath } from '#runtime/database.ts'
import { openSqliteStore } from '#store/database/sqlite.ts'
import type { Random } from '../properties/random.ts'
import { fixedPageSpeed } from './fixed-page-speed.ts'
import { killFlags, LAST_OF_WAVE, startKillSite } from './kill-site.ts'
import { ownData } from './own-data.ts'
import { type CrawlRequest, openTestProduct, startTestCrawl, waitForEnd } from './product.ts'
import { textWithSegments } from './report-text.ts'
import { assertSameText } from './same-text.ts'
import { temporaryFolder } from './storage.ts'
import { assertFactsAsChecked } from './stored-facts.ts'

/** Crawls that are killed at random moments and taken up again, each to be compared with an undisturbed one. */

const CHILD = path.join(import.meta.dirname, 'crawl-child.ts')
const MOMENTS = path.join(import.meta.dirname, 'kill-moments.ts')

const kinds = ['request', 'statement', 'commit', 'committed', 'rows'] as const
type Kind = (typeof kinds)[number]

export interface Trial {
  /** Where the process was killed, such as `commit:17, in the site checks`; none where it was done before. */
  kills: string[]
}

export interface KillTrials extends AsyncDisposable {
  /** @throws AssertionError when the report is another one. */
  run(random: Random): Promise<Trial>
  /** The wide site, crawled up to its limit, killed at one moment such as `rows:5`. @throws as `run`. */
  runToLimit(moment: string): Promise<Trial>
  /** A crawl of the test site with these options, killed in the middle of its requests. @throws as `run`. */
  runHalf(name: string, optionsFor: (url: string) => Partial<CrawlRequest>): Promise<Trial>
}

interface Subject {
  name: string
  request: CrawlRequest
  expected: string
  totals: Record<Kind, number>
}

/** Crawls a site once undisturbed before its first trial, by which it is known what comes out, and how many moments there are. */
export async function openKillTrials(options: {
  maxKills: number
  /** Settings of the crawling process, beside those of all trials. */
  flags?: Readonly<Record<string, string>>
}): Promise<KillTrials> {
  const flags = { ...killFlags, ...options.flags }
  let requests = 0
  let onRequest: (count: number) => void = () => {}
  const noteRequest = () => onRequest(++requests)
  const plain = await startDemoSite({ onRequest: noteRequest })
  const wide = await startKillSite(noteRequest)
  const more = { readsSitemaps: true, pageSpeedSample: 3 }
  // The limit is reached with the last page of a level.
  const limited = once(() => prepare('the wide site to its limit', { url: `${wide.origin}/`, limit: LAST_OF_WAVE }))
  const subjects = [
    // Issues of pages and of the site, whose settings may come while the crawl is under way again.
    once(() =>
      prepare('the test site', {
        url: plain.url,
        ...more,
        ...ownData,
        muted: ['title-missing', 'internal-link-broken'],
        switchedOff: ['image-alt-missing', 'title-duplicate'],
        thresholds: [
          { checkId: 'title-too-long', name: 'maxWidth', value: 20 },
          { checkId: 'page-deep', name: 'mostClicks', value: 1 },
        ],
      }),
    ),
    once(() => prepare('the wide site', { url: `${wide.origin}/`, limit: 60, ...more })),
    limited,
  ]

  async function prepare(name: string, request: CrawlRequest): Promise<Subject> {
    const folder = temporaryFolder()
    const countsFile = path.join(folder, 'counts.json')
    await crawlInChild(folder, request, { KILL_COUNTS: countsFile })
    const totals = { ...JSON.parse(readFileSync(countsFile, 'utf8')), request: requests }
    await using store = await openSqliteStore({ file: databasePath(folder), isReadOnly: true, busyTimeoutMs: 5_000 })
    const crawl = await store.reading.crawl(1)
    if (crawl?.status !== 'complete') throw new Error(`the undisturbed crawl of ${name} did not end`)
    const expected = await textWithSegments(store, crawl)
    await rm(folder, { recursive: true, force: true })
    return { name, request, expected, totals }
  }

  /** True when it was killed. */
  async function crawlInChild(folder: string, request: CrawlRequest, env: NodeJS.ProcessEnv): Promise<boolean> {
    requests = 0
    const child = spawn(
      process.execPath,
      ['--import', MOMENTS, CHILD, folder, JSON.stringify(request), JSON.stringify(flags)],
      {
        stdio: ['ignore', 'inherit', 'inherit'],
        env: { ...process.env, ...env },
      },
    )
    const [kind, at] = (env.KILL_AT ?? '').split(':')
    onRequest = count => {
      if (kind === 'request' && count === Number(at)) child.kill('SIGKILL')
    }
    const { promise, resolve } = Promise.withResolvers<NodeJS.Signals | null>()
    child.once('exit', (_code, signal) => resolve(signal))
    const signal = await promise
    onRequest = () => {}
    return signal === 'SIGKILL'
  }

  async function killed({ name, request, expected }: Subject, moments: readonly string[]): Promise<Trial> {
    const folder = temporaryFolder()
    const kills: string[] = []
    for (const moment of moments) {
      if (!(await crawlInChild(folder, request, { KILL_AT: moment }))) break
      kills.push(`${name}: ${moment}, in ${phaseOf(folder)}`)
    }
    assertSameText(await reportOf(folder, { request, flags }), expected)
    await rm(folder, { recursive: true, force: true })
    return { kills }
  }

  return {
    async run(random) {
      const subject = await (subjects[random(subjects.length)] ?? limited)()
      const moments = Array.from({ length: 1 + random(options.maxKills) }, () => {
        const known = kinds.filter(kind => subject.totals[kind] > 0)
        const kind = known[random(known.length)] ?? 'request'
        return `${kind}:${1 + random(subject.totals[kind])}`
      })
      return await killed(subject, moments)
    },
    runToLimit: async moment => killed(await limited(), [moment]),
    async runHalf(name, optionsFor) {
      const subject = await prepare(name, { url: plain.url, ...optionsFor(plain.url) })
      return await killed(subject, [`request:${Math.ceil(subject.totals.request / 2)}`])
    },
    async [Symbol.asyncDispose]() {
      await plain[Symbol.asyncDispose]()
      await wide[Symbol.asyncDispose]()
    },
  }
}

/** What the first call made, at each further call. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** Begins the crawl, or takes up the one that is there. */
async function reportOf(
  folder: string,
  { request, flags }: { request: CrawlRequest; flags: Record<string, string> },
): Promise<string> {
  await using opened = await openTestProduct({ folder, flags, measurePageSpeed: fixedPageSpeed })
  const crawlId = await startTestCrawl(opened.product, request)
  const crawl = await waitForEnd(opened.product, crawlId)
  await assertFactsAsChecked(opened.product.store.reading, { folder, crawlId })
  if (opened.logged.length > 0) throw new Error(`logged: ${JSON.stringify(opened.logged)}`)
  return await textWithSegments(opened.product.store, crawl)
}

/** Of the newest crawl; 'nothing' before there is one. */
function phaseOf(folder: string): string {
  try {
    using database = new DatabaseSync(databasePath(folder), { timeout: 5_000 })
    return String(database.prepare('select phase from crawl order by id desc limit 1').get()?.phase ?? 'nothing')
  } catch {
    return 'nothing'
  }
}
