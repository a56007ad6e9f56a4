import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { SHORT_PARENT } from '#browser/private-folder.ts'
import { hasSignIn } from '#fetch/access/sign-in-result.ts'
import { credentialsSchema } from '#shared/credentials.ts'
import type { RenderedPage, RenderQuestion } from '#shared/rendering.ts'
import type { FromRenderThread, ToRenderThread } from './render-messages.ts'
import { RenderSupervisor, type RenderSupervisorDeps, startRenderThread, withoutBrowser } from './render-supervisor.ts'

interface FakeThread {
  got: ToRenderThread[]
  post(message: FromRenderThread): void
  exit(): void
  isEnded: boolean
}

const question = (name: string, crawlId = 1): RenderQuestion => ({
  crawlId,
  url: `http://site.test/${name}`,
  status: 200,
  headers: [],
  body: new Uint8Array(),
})
const done: RenderedPage = { ok: true, html: new Uint8Array(), isTruncated: false, isCut: false, redirectUrl: null }

const parsed = credentialsSchema.parse({
  origins: ['http://site.test'],
  signIn: { url: 'http://site.test/login', steps: [{ fields: [{ field: 'name', value: 'ann' }] }] },
})
assert.ok(hasSignIn(parsed))
const signingIn = parsed

function stage(tabs = 2) {
  const threads: FakeThread[] = []
  const clock = { nowMs: 0 }
  const timers: { atMs: number; callback: () => void }[] = []
  const logged: string[] = []
  const deps: RenderSupervisorDeps = {
    tabs,
    now: () => clock.nowMs,
    after: (ms, callback) => {
      const timer = { atMs: clock.nowMs + ms, callback }
      timers.push(timer)
      return () => void (timers.includes(timer) && timers.splice(timers.indexOf(timer), 1))
    },
    log: event => void logged.push(event),
    start: ({ onMessage, onExit }) => {
      const thread: FakeThread = { got: [], post: onMessage, exit: onExit, isEnded: false }
      threads.push(thread)
      return {
        post: message => void thread.got.push(message),
        end: async () => {
          thread.isEnded = true
        },
      }
    },
  }
  const host = new RenderSupervisor(deps)
  return {
    host,
    logged,
    threads,
    thread: (index: number): FakeThread => threads[index] ?? assert.fail(`thread ${index} was not started`),
    pass(ms: number) {
      clock.nowMs += ms
      for (const timer of timers.filter(({ atMs }) => atMs <= clock.nowMs)) {
        timers.splice(timers.indexOf(timer), 1)
        timer.callback()
      }
    },
  }
}

const urlsOf = (thread: FakeThread) =>
  thread.got.flatMap(message =>
    message.kind === 'render' ? [message.question.url.slice('http://site.test/'.length)] : [],
  )

function finish(thread: FakeThread, name: string, page: RenderedPage = done): void {
  const sent = thread.got.findLast(message => message.kind === 'render' && message.question.url.endsWith(`/${name}`))
  assert.ok(sent?.kind === 'render')
  thread.post({ kind: 'rendered', id: sent.id, page })
}

describe('RenderSupervisor', () => {
  test('starts no browser before the first page, and has as many pages in it as there are tabs', async () => {
    const { host, thread, threads } = stage()
    assert.equal(threads.length, 0)
    const pages = ['a', 'b', 'c'].map(name => host.render(question(name)))
    assert.deepEqual(urlsOf(thread(0)), [])
    thread(0).post({ kind: 'ready' })
    assert.deepEqual(urlsOf(thread(0)), ['a', 'b'])
    finish(thread(0), 'b')
    assert.deepEqual(urlsOf(thread(0)), ['a', 'b', 'c'])
    finish(thread(0), 'a')
    finish(thread(0), 'c')
    assert.deepEqual(await Promise.all(pages), [done, done, done])
  })

  test('tries the pages of a browser that ended once more, each alone; the one that ends it again goes without', async () => {
    const { host, thread, pass, logged } = stage()
    const [killer, plain, later] = ['killer', 'plain', 'later'].map(name => host.render(question(name)))
    thread(0).post({ kind: 'ready' })
    thread(0).exit()
    pass(1_000)
    thread(1).post({ kind: 'ready' })
    assert.deepEqual(urlsOf(thread(1)), ['killer'])
    thread(1).exit()
    assert.deepEqual(await killer, { ok: false, why: 'the browser ended while it was open' })
    pass(1_000)
    thread(2).post({ kind: 'ready' })
    assert.deepEqual(urlsOf(thread(2)), ['plain'])
    finish(thread(2), 'plain')
    assert.deepEqual(urlsOf(thread(2)), ['plain', 'later'])
    finish(thread(2), 'later')
    assert.deepEqual(await Promise.all([plain, later]), [done, done])
    assert.equal(logged.length, 2)
  })

  test('waits before it starts a browser again', () => {
    const { host, thread, threads, pass } = stage()
    void host.render(question('a'))
    thread(0).post({ kind: 'ready' })
    thread(0).exit()
    pass(999)
    assert.equal(threads.length, 1)
    pass(1)
    assert.equal(threads.length, 2)
  })

  test('says at once that there is no browser, and looks again after a minute', async () => {
    const { host, thread, threads, pass } = stage()
    const page = host.render(question('a'))
    thread(0).post({ kind: 'unavailable', why: 'No Chromium was found', cause: '' })
    thread(0).exit()
    assert.deepEqual(await page, { ok: false, why: 'No Chromium was found' })
    assert.deepEqual(await host.render(question('b')), { ok: false, why: 'No Chromium was found' })
    pass(60_000)
    void host.render(question('c'))
    assert.equal(threads.length, 2)
  })

  test('ends the browser when it has had nothing to do for half a minute', () => {
    const { host, thread, pass } = stage()
    void host.render(question('a'))
    thread(0).post({ kind: 'ready' })
    finish(thread(0), 'a')
    pass(29_999)
    assert.equal(thread(0).isEnded, false)
    pass(1)
    assert.equal(thread(0).isEnded, true)
  })

  test('passes robots.txt of the running crawls to a browser that replaces another', () => {
    const { host, thread, pass } = stage()
    const known = { robots: null, unreadable: null }
    host.setRobots(1, 'http://site.test', known)
    host.setRobots(2, 'http://over.test', known)
    host.forget(2)
    void host.render(question('a'))
    thread(0).post({ kind: 'ready' })
    thread(0).exit()
    pass(1_000)
    const robots = { kind: 'robots', crawlId: 1, origin: 'http://site.test', known }
    for (const index of [0, 1]) assert.deepEqual(thread(index).got[0], robots)
  })

  test('drops what waits for a crawl that is ended, cancels what is open, and nothing else', async () => {
    const { host, thread } = stage(1)
    void host.render(question('open', 2))
    const dropped = host.render(question('dropped', 2))
    void host.render(question('kept'))
    thread(0).post({ kind: 'ready' })
    host.abort(2)
    assert.deepEqual(await dropped, { ok: false, why: 'the crawl ended before' })
    assert.deepEqual(thread(0).got.at(-1), { kind: 'cancel', id: 1 })
    finish(thread(0), 'open')
    assert.deepEqual(urlsOf(thread(0)), ['open', 'kept'])
  })

  test('resolves everything when it is closed, and leaves no browser', async () => {
    const { host, thread } = stage()
    const page = host.render(question('a'))
    await host[Symbol.asyncDispose]()
    assert.equal((await page).ok, false)
    assert.equal((await host.render(question('b'))).ok, false)
    assert.equal(thread(0).isEnded, true)
  })

  test('signs in beside the pages, of which no crawl is ended with it', async () => {
    const { host, thread, logged } = stage()
    const route = { proxy: '', hostMap: ['site.test=127.0.0.1'] }
    const signedIn = host.signIn(signingIn, route)
    thread(0).post({ kind: 'ready' })
    assert.deepEqual(thread(0).got, [{ kind: 'sign-in', id: 1, credentials: signingIn, route }])
    host.abort(1)
    const result = { ok: false, why: 'the form is not there', shown: '' } as const
    thread(0).post({ kind: 'log', event: 'an event', details: {} })
    thread(0).post({ kind: 'signed-in', id: 1, result })
    assert.deepEqual(await signedIn, result)
    assert.equal(thread(0).got.length, 1)
    assert.deepEqual(logged, ['an event'])
  })

  test('says of a sign-in that there is no browser', async () => {
    const { host, thread } = stage()
    const signedIn = host.signIn(signingIn)
    thread(0).post({ kind: 'unavailable', why: 'No Chromium was found', cause: '' })
    const result = { ok: false, why: 'No Chromium was found', shown: '', isBrowserMissing: true }
    assert.deepEqual(await signedIn, result)
  })

  test('says that the operator allows no browser', async () => {
    const why = 'this server does not run the scripts of pages'
    assert.deepEqual(await withoutBrowser.render(question('a')), { ok: false, why })
    assert.deepEqual(await withoutBrowser.signIn(signingIn), { ok: false, why, shown: '', isBrowserMissing: true })
  })
})

describe('startRenderThread()', { skip: process.platform === 'win32' }, () => {
  const { TMPDIR, CHROME_PATH } = process.env
  const setBack = (name: string, value: string | undefined) => {
    if (value === undefined) delete process.env[name]
    else process.env[name] = value
  }
  let folder: string
  before(() => {
    // Short, so that folders are made in it.
    folder = mkdtempSync(path.join(SHORT_PARENT, 'r-'))
    process.env.TMPDIR = folder
    process.env.CHROME_PATH = path.join(folder, 'none')
  })
  after(() => {
    setBack('TMPDIR', TMPDIR)
    setBack('CHROME_PATH', CHROME_PATH)
    rmSync(folder, { recursive: true })
  })

  test('removes what killed processes and its own thread leave, and says why there is no browser', async () => {
    const { pid: gone } = spawnSync(process.execPath, ['--version'])
    const left = path.join(folder, `sitesounder-render-${gone}-abc`)
    const others = [`sitesounder-render-${process.pid}-abc`, 'sitesounder-render-x', `sitesounder-print-${gone}-abc`]
    for (const each of [left, ...others]) mkdirSync(path.resolve(folder, each, 'profile'), { recursive: true })
    const messages: FromRenderThread[] = []
    const exited = Promise.withResolvers<void>()
    const start = startRenderThread(
      {
        policy: { targets: 'any', allow: [] },
        robotsToken: 'sitesounder',
        tabs: 1,
        timeoutMs: 1_000,
        maxBytes: 1_000,
        userAgent: 'test',
        sandbox: 'off',
      },
      () => assert.fail('nothing is logged'),
    )
    const thread = start({ onMessage: message => void messages.push(message), onExit: exited.resolve })
    assert.equal(readdirSync(folder).filter(name => name.startsWith(`sitesounder-render-${process.pid}-`)).length, 2)
    thread.post({ kind: 'forget', crawlId: 1 })
    await exited.promise
    await Promise.all([thread.end(), thread.end()])
    while (existsSync(left)) await new Promise(resolve => setImmediate(resolve))
    assert.deepEqual(
      messages.map(({ kind }) => kind),
      ['unavailable'],
    )
    const rendering = readdirSync(folder).filter(name => /^sitesounder-(?:render|print)-/.test(name))
    assert.deepEqual(rendering.sort(), others.toSorted())
  })
})
