import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Hono } from 'hono'
import { openSqliteStore } from '#store/sqlite.ts'
import type { Store } from '#store/store.ts'
import { createApp } from './app.ts'
import type { Assets } from './assets.ts'
import type { DocumentAssets } from './document.ts'
import type { ErrorLog } from './errors.ts'
import type { ApiSettings } from './settings.ts'

/** The API over a real store; what it asks of the engine is only written down. */
export interface TestApp extends AsyncDisposable {
  app: Hono
  store: Store
  clock: { nowMs: number }
  /** Calls of the engine's control, such as 'wake' and 'stop 3'. */
  asked: string[]
  /** What judgeTarget says about an address; undefined: allowed. */
  refusals: Map<string, string>
  engine: { activeCrawls: number }
  logged: Parameters<ErrorLog['error']>[1][]
  visitor(): TestVisitor
}

/** Asks with the cookie that it was given. */
export interface TestVisitor {
  get(path: string, headers?: Record<string, string>): Promise<Response>
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>
  /** The id in the store; the visitor must have been admitted. */
  ownerId(): Promise<number>
  cookie: string
}

export const testSettings: ApiSettings = {
  maxCrawlLimit: 500,
  ephemeralSeconds: 1_800,
  publicUrl: null,
  maxActiveCrawlsPerVisitor: 2,
  maxActiveCrawls: 100,
  obeysRobots: true,
  probesResources: true,
  probesExternal: false,
  demoUrl: null,
  bodyLimitBytes: 64 * 1024,
}

export const testDocuments: DocumentAssets = {
  themeScript: '/assets/theme-1.js',
  entryScript: '/assets/main-1.js',
  styles: ['/assets/main-1.css'],
  preloads: { dashboard: ['/assets/dashboard-1.js', '/assets/dashboard-1.css'] },
}

export async function openTestApp(overrides: Partial<ApiSettings> = {}, assets: Assets = new Map()): Promise<TestApp> {
  const folder = await mkdtemp(path.join(tmpdir(), 'api-test-'))
  const store = await openSqliteStore({ file: path.join(folder, 'test.db'), busyTimeoutMs: 50 })
  const test = {
    store,
    clock: { nowMs: Date.UTC(2026, 0, 2, 12) },
    asked: [] as string[],
    refusals: new Map<string, string>(),
    engine: { activeCrawls: 0 },
    logged: [] as Parameters<ErrorLog['error']>[1][],
  }
  const app = createApp({
    store,
    control: {
      wake: () => void test.asked.push('wake'),
      stop: crawlId => void test.asked.push(`stop ${crawlId}`),
      sweep: () => void test.asked.push('sweep'),
      judgeTarget: async url => {
        const message = test.refusals.get(url)
        return message === undefined ? { ok: true } : { ok: false, message }
      },
      countActive: async () => test.engine.activeCrawls,
    },
    settings: { ...testSettings, ...overrides },
    now: () => test.clock.nowMs,
    randomBytes,
    log: { error: (_, fields) => void test.logged.push(fields) },
    documents: testDocuments,
    assets,
  })
  return {
    ...test,
    app,
    visitor: () => createVisitor(app, store),
    async [Symbol.asyncDispose]() {
      await store[Symbol.asyncDispose]()
      await rm(folder, { recursive: true })
    },
  }
}

function createVisitor(app: Hono, store: Store): TestVisitor {
  const send = async (path: string, init: { method: string; headers: Record<string, string>; body?: string }) => {
    const headers = visitor.cookie === '' ? init.headers : { cookie: visitor.cookie, ...init.headers }
    const response = await app.request(path, { ...init, headers })
    const [cookie] = response.headers.getSetCookie()
    if (cookie) visitor.cookie = cookie.split(';', 1)[0] ?? ''
    return response
  }
  const visitor: TestVisitor = {
    cookie: '',
    get: (path, headers = {}) => send(path, { method: 'GET', headers }),
    post: (path, body, headers = {}) =>
      send(path, {
        method: 'POST',
        headers: body === undefined ? headers : { 'content-type': 'application/json', ...headers },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
    async ownerId() {
      const secret = visitor.cookie.slice(visitor.cookie.indexOf('=') + 1)
      const ownerId = await store.visitors.findOwner(createHash('sha256').update(secret).digest('hex'), 0)
      if (ownerId === null) throw new Error('this visitor has not been admitted')
      return ownerId
    },
  }
  return visitor
}
