import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, it } from 'node:test'
import { type LoopbackServer, serveHttp } from '#fetch/test-server.ts'
import { exportFormats } from '#report/export/index.ts'
import { databasePath } from '#runtime/database.ts'
import { openSqliteStore } from '#store/database/sqlite.ts'
import type { CrawlRow } from '#store/store.ts'
import { fastFlags, runCommand } from '../support/command.ts'
import { startKillSite } from '../support/kill-site.ts'
import { atFullMeasure } from '../support/measure.ts'
import {
  type CrawlRequest,
  type LoggedEvent,
  openTestProduct,
  startTestCrawl,
  startTestServer,
  waitForEnd,
} from '../support/product.ts'
import { assertSameText } from '../support/same-text.ts'
import { startSlowSite } from '../support/slow-site.ts'
import { onSqliteAlone } from '../support/sqlite-tests.ts'
import { openTestStore, storageEnvironment, temporaryFolder } from '../support/storage.ts'
import { until } from '../support/until.ts'

/** What the machine may do to a crawl: no room, no handles, a wrong clock, a damaged or locked database, an end in mid-crawl. */

const SUPPORT = path.join(import.meta.dirname, '..', 'support')
const CHILD = path.join(SUPPORT, 'crawl-child.ts')
/** Time that a process has to end after SIGTERM. */
const DRAIN_MS = 10_000
/** Of SQLite, 4 KB each: enough for the schema and some pages. */
const FEW_PAGES = 250
const KILOBYTE = 1_024

/** A crawl is interrupted as well with few URLs; only a disk takes many to be filled. */
const NARROW = { forbidden: 50, pictures: 50 }

let site: LoopbackServer
let onRequest: (count: number) => void = () => {}
let expected: string
const folders: string[] = []
/** Probes would add nothing but time. */
const request = (crawled = site): CrawlRequest => ({
  url: `${crawled.origin}/`,
  limit: 60,
  probesResources: false,
  probesExternal: false,
})

function newFolder(): string {
  const folder = temporaryFolder()
  folders.push(folder)
  return folder
}

before(async () => {
  let requests = 0
  site = await startKillSite(() => onRequest(++requests), NARROW)
  expected = await crawlHere(newFolder())
})

after(async () => {
  await site[Symbol.asyncDispose]()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

async function crawlHere(folder: string): Promise<string> {
  await using opened = await openTestProduct({ folder })
  await waitForEnd(opened.product, await startTestCrawl(opened.product, request()))
  return (await ended(folder)).report
}

/** Crawls in another process. */
async function crawlInChild(
  folder: string,
  options: { preload?: string; env?: NodeJS.ProcessEnv; maxHandles?: number; request?: CrawlRequest },
): Promise<void> {
  const imports = options.preload === undefined ? [] : ['--import', path.join(SUPPORT, options.preload)]
  const command = [process.execPath, ...imports, CHILD, folder, JSON.stringify(options.request ?? request())]
  const limited = ['sh', '-c', `ulimit -n ${options.maxHandles}; exec "$0" "$@"`, ...command]
  const [program = '', ...parameters] = options.maxHandles === undefined ? command : limited
  const child = spawn(program, parameters, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...options.env },
  })
  const code = await new Promise(resolve => child.once('exit', resolve))
  assert.equal(code, 0)
}

/** The crawl of a folder that no process works on any more, with its report. */
async function ended(folder: string): Promise<{ crawl: CrawlRow; report: string; pages: number }> {
  await using store = await openTestStore({ folder })
  const { reading } = store
  const crawl = await reading.crawl(1)
  assert.ok(crawl)
  const report = (await Array.fromAsync(exportFormats.json.write({ reading, crawl, isStable: true }))).join('')
  return { crawl, report, pages: (await reading.pages(1, {})).length }
}

describe('a full disk', onSqliteAlone('a full disk'), () => {
  let wide: LoopbackServer
  before(async () => {
    wide = await startKillSite(() => {})
  })
  after(() => wide[Symbol.asyncDispose]())

  it('ends the crawl with that reason, and what was stored is read', async () => {
    const folder = newFolder()
    await crawlInChild(folder, {
      preload: 'small-database.ts',
      env: { MAX_DATABASE_PAGES: String(FEW_PAGES) },
      request: request(wide),
    })
    const { crawl, pages } = await ended(folder)
    assert.equal(crawl.endReason, 'storage-full')
    assert.match(crawl.endSentence, /^The storage of this server is full/)
    assert.ok(pages > 0)
    assert.equal(pages, crawl.counts.pagesListed)
  })

  it('does not keep the server from responding', async context => {
    const disk = newFolder()
    if (!mounts(disk)) return context.skip('nothing can be mounted here')
    try {
      const folder = path.join(disk, 'data')
      mkdirSync(folder)
      const logged: LoggedEvent[] = []
      await using server = await startTestServer({ folder, logged })
      fill(disk, 600 * KILOBYTE)
      const { send } = visitor(server.url)
      assert.equal((await send('/api/crawl', JSON.stringify(request(wide)))).status, 200)
      await until(async () => (await send('/api/crawl/1')).body.includes('"complete"'))
      assert.match((await send('/api/crawl/1')).body, /"endReason":"storage-full"/)
      for (const url of ['/api/websites', '/api/pages/1', '/api/issues/1', '/'])
        assert.equal((await send(url)).status, 200, url)
      assert.ok(logged.some(({ event }) => event === 'a crawl failed'))
    } finally {
      runProgram('umount', [disk])
    }
  })
})

function runProgram(name: string, parameters: string[]): void {
  execFileSync(name, parameters, { stdio: 'ignore' })
}

/** False where only the administrator may, or the system knows no such thing. */
function mounts(folder: string): boolean {
  try {
    runProgram('mount', ['-t', 'tmpfs', '-o', 'size=6m', 'tmpfs', folder])
    return true
  } catch {
    return false
  }
}

function fill(disk: string, bytesLeft: number): void {
  const { bavail, bsize } = statfsSync(disk)
  writeFileSync(path.join(disk, 'ballast'), Buffer.alloc(bavail * bsize - bytesLeft, 1))
}

/** One browser, as far as the API sees it. */
function visitor(url: string) {
  let cookie = ''
  const { origin } = new URL(url)
  return {
    async send(path: string, body?: string): Promise<{ status: number; body: string }> {
      const headers = { cookie, origin, 'content-type': 'application/json' }
      const response = await fetch(
        new URL(path, url),
        body === undefined ? { headers } : { method: 'POST', headers, body },
      )
      const [set] = response.headers.getSetCookie()
      cookie = set?.split(';')[0] ?? cookie
      return { status: response.status, body: await response.text() }
    },
  }
}

describe('a damaged database', onSqliteAlone('a damaged database'), () => {
  const damages: Record<string, (file: string) => void> = {
    'another file in its place': file => writeFileSync(file, 'no database at all\n'.repeat(1_000)),
    'a header of zeros': file => overwrite(file, { from: 0, length: 100 }),
    'a first page of zeros behind the header': file => overwrite(file, { from: 100, length: 3_900 }),
    'a beginning alone': file => writeFileSync(file, readFileSync(file).subarray(0, 3_000)),
  }
  for (const [name, damage] of Object.entries(damages))
    it(`(${name}) is named at start, and nothing is written`, async () => {
      const folder = newFolder()
      await (await openTestProduct({ folder }))[Symbol.asyncDispose]()
      damage(databasePath(folder))
      const left = readFileSync(databasePath(folder))
      await assert.rejects(openTestProduct({ folder }), {
        name: 'AppError',
        message: /is damaged .*Nothing was changed/,
      })
      assert.deepEqual(readFileSync(databasePath(folder)), left)
    })

  it('ends the command with one sentence', async () => {
    const folder = newFolder()
    writeFileSync(databasePath(folder), 'no database at all\n'.repeat(1_000))
    const { code, stderr } = await runCommand(['serve', '--data', folder, ...fastFlags])
    assert.equal(code, 1)
    assert.match(stderr, /^The database \S+ is damaged \(file is not a database\)\. Nothing was changed: [^\n]+\n$/)
  })
})

function overwrite(file: string, { from, length }: { from: number; length: number }): void {
  const bytes = readFileSync(file)
  bytes.fill(0, from, from + length)
  writeFileSync(file, bytes)
}

describe('a database locked by another process', onSqliteAlone('a database locked by another process'), () => {
  it('is waited for: the crawl ends in the same report', async () => {
    const folder = newFolder()
    await using opened = await openTestProduct({ folder })
    const held = Promise.withResolvers<void>()
    let isHeld = false
    onRequest = () => {
      if (isHeld) return
      isHeld = true
      holdLock(databasePath(folder)).then(held.resolve, held.reject)
    }
    const crawl = await waitForEnd(opened.product, await startTestCrawl(opened.product, request()))
    onRequest = () => {}
    await held.promise
    assert.equal(crawl.endReason, 'finished')
    assertSameText((await ended(folder)).report, expected)
  })

  it('is named at start when it stays locked', async () => {
    const file = databasePath(newFolder())
    using other = new DatabaseSync(file)
    other.exec('pragma journal_mode = wal; begin immediate')
    await assert.rejects(openSqliteStore({ file, busyTimeoutMs: 10 }), {
      name: 'AppError',
      message: /^Another program is using the database /,
    })
  })
})

/** Holds the lock of writers for a second, in a process of its own. */
async function holdLock(file: string): Promise<void> {
  const script = `const { DatabaseSync } = require('node:sqlite')
    const database = new DatabaseSync(process.argv[1], { timeout: 5000 })
    database.exec('begin immediate')
    setTimeout(() => database.exec('commit'), 1000)`
  const child = spawn(process.execPath, ['-e', script, file], { stdio: ['ignore', 'inherit', 'inherit'] })
  assert.equal(await new Promise(resolve => child.once('exit', resolve)), 0)
}

describe('a machine', () => {
  it(
    'without handles for all connections at once crawls slower, and reports no fault of the site',
    atFullMeasure,
    async () => {
      const folder = newFolder()
      await crawlInChild(folder, { maxHandles: 64 })
      assertSameText((await ended(folder)).report, expected)
    },
  )

  it(
    'whose clock is set in mid-crawl keeps the pauses that it should, and ends in the same report',
    atFullMeasure,
    async () => {
      await using paced = await startPacedSite()
      const crawl = { url: `${paced.origin}/` }
      const [steady, jumping] = [newFolder(), newFolder()]
      await crawlInChild(steady, { request: crawl })
      await crawlInChild(jumping, { request: crawl, preload: 'jumping-clock.ts' })
      assertSameText((await ended(jumping)).report, (await ended(steady)).report)
    },
  )
})

/** Wants a pause between two requests. */
async function startPacedSite(): Promise<LoopbackServer> {
  return await serveHttp(({ url = '' }, response) => {
    const number = Number(/^\/(\d)$/.exec(url)?.[1] ?? (url === '/' ? 0 : Number.NaN))
    if (url === '/robots.txt') response.end('User-agent: *\nCrawl-delay: 0.1\n')
    else if (Number.isNaN(number)) response.writeHead(404).end()
    else {
      response.writeHead(200, { 'content-type': 'text/html' })
      response.end(
        `<!doctype html><html lang="en"><title>Page ${number}</title><a href="/${number + 1}">Next</a></html>`,
      )
    }
  })
}

describe('a thread that dies in mid-crawl', () => {
  for (const thread of ['engine', 'page'])
    it(`(of kind ${thread}) is replaced, and nothing is lost`, atFullMeasure, async () => {
      const folder = newFolder()
      const marker = path.join(folder, 'died')
      await crawlInChild(folder, { preload: 'dying-thread.ts', env: { DYING_THREAD: thread, DEATH_MARKER: marker } })
      assert.ok(existsSync(marker))
      assertSameText((await ended(folder)).report, expected)
    })
})

describe('a server that is stopped in mid-crawl', () => {
  it('ends in time though no page responds, and the crawl goes on at the next start', async () => {
    await using slow = await startSlowSite()
    const folder = newFolder()
    let crawlStarted: Promise<void> | undefined
    const { code } = await runCommand(['serve', '--data', folder, ...fastFlags], {
      env: await storageEnvironment(folder),
      onOutput({ stdout, child }) {
        const url = /ready on (http:\S+)\s/.exec(stdout)?.[1]
        if (url === undefined || crawlStarted) return
        crawlStarted = (async () => {
          const started = await visitor(url).send('/api/crawl', JSON.stringify({ url: `${slow.origin}/start` }))
          assert.equal(started.status, 200)
          await until(() => slow.requested.has('/one'))
          child.kill('SIGTERM')
          setTimeout(() => child.kill('SIGKILL'), DRAIN_MS).unref()
        })()
      },
    })
    await crawlStarted
    assert.equal(code, 0)
    slow.letGo()
    await using opened = await openTestProduct({ folder })
    const crawl = await waitForEnd(opened.product, 1)
    assert.deepEqual([crawl.endReason, crawl.counts.pagesCrawled], ['finished', 3])
  })
})
