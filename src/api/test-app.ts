import { createHash, randomBytes } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { hashPassword, SALT_BYTES } from '#accounts/password-hash.ts'
import { TEST_PASSWORD_COST } from '#accounts/test-accounts.ts'
import { typedRobotsFile } from '#crawl/robots/robots-file.ts'
import type { Mail } from '#monitoring/mail.ts'
import { BUILT_IN_ACCOUNTS, type Role } from '#shared/account.ts'
import type { CrawlRoute } from '#shared/outbound.ts'
import type { Store } from '#store/store.ts'
import { testApiSettings } from '../../test/support/settings.ts'
import { openTestStore } from '../../test/support/storage.ts'
import { type ApiDeps, createApp } from './app.ts'
import type { Assets } from './assets.ts'
import type { DocumentAssets } from './document.ts'
import type { ErrorLog } from './errors.ts'
import type { SecurityEvent } from './security-log.ts'
import type { ApiSettings } from './settings.ts'
import { createTestVisitor, TEST_PASSWORD, type TestVisitor } from './test-visitor.ts'

/** The API over a real store; calls of the engine are only recorded. */
export interface TestApp extends AsyncDisposable {
  app: ReturnType<typeof createApp>
  store: Store
  clock: { nowMs: number }
  /** Calls of the engine's control, such as 'wake' and 'stop 3'. */
  engineCalls: string[]
  /** What checkTarget says about a URL; undefined: allowed. */
  refusals: Map<string, string>
  engine: { activeCrawls: number }
  /** The browser of this machine: what it prints is the document's text, unless a test lets it do something else. */
  printer: { print: ApiDeps['printPdf'] }
  /** Where pictures, robots.txt and proofs of ownership come from: nothing responds, unless a test lets something. */
  web: { fetchImage: ApiDeps['fetchImage']; robotsTxt: string; findOwnershipProofs: ApiDeps['findOwnershipProofs'] }
  /** What measures page speed: nothing, unless a test names a service. */
  speed: { measurer: ApiDeps['pageSpeed'] }
  mails: Mail[]
  /** Of access tests that were given one. */
  testedRoutes: CrawlRoute[]
  logged: Parameters<ErrorLog['error']>[1][]
  /** For the operator. */
  warnings: string[]
  securityEvents: SecurityEvent[]
  /** One whose requests come from `peer`; from this machine where it is omitted. */
  visitor(peer?: string): TestVisitor
  /** One that sends an API key. */
  program(apiKey: string, peer?: string): TestVisitor
  /** An account with the password TEST_PASSWORD; a built-in one has its own id. @returns its id. */
  addAccount(username: string, role?: Role): Promise<number>
}

export const testDocuments: DocumentAssets = {
  themeSource: 'setTheme()',
  entryScript: '/assets/main-1.js',
  styles: ['/assets/main-1.css'],
  preloads: { dashboard: ['/assets/dashboard-1.js', '/assets/dashboard-1.css'] },
}

export async function openTestApp(overrides: Partial<ApiSettings> = {}, assets: Assets = new Map()): Promise<TestApp> {
  const store = await openTestStore()
  return {
    ...createTestApp({ store, overrides, assets }),
    async [Symbol.asyncDispose]() {
      await store[Symbol.asyncDispose]()
    },
  }
}

interface TestAppOptions {
  store: Store
  overrides?: Partial<ApiSettings>
  assets?: Assets
  /** The operator has set a mail server; so it is unless a test says no. */
  hasMailServer?: boolean
}

/** Over a store that is there already, and stays. */
export function createTestApp({
  store,
  overrides = {},
  assets = new Map(),
  hasMailServer = true,
}: TestAppOptions): Omit<TestApp, symbol> {
  const test = {
    store,
    clock: { nowMs: Date.UTC(2026, 0, 2, 12) },
    engineCalls: [] as string[],
    refusals: new Map<string, string>(),
    engine: { activeCrawls: 0 },
    printer: { print: printText },
    web: {
      fetchImage: async () => ({ ok: false, message: 'No response.' }),
      robotsTxt: '',
      findOwnershipProofs: async () => [],
    } as TestApp['web'],
    speed: { measurer: noMeasurer },
    mails: [] as Mail[],
    testedRoutes: [] as CrawlRoute[],
    logged: [] as Parameters<ErrorLog['error']>[1][],
    warnings: [] as string[],
    securityEvents: [] as SecurityEvent[],
  }
  const app = createApp({
    store,
    control: {
      wake: () => void test.engineCalls.push('wake'),
      stop: crawlId => void test.engineCalls.push(`stop ${crawlId}`),
      pause: crawlId => void test.engineCalls.push(`pause ${crawlId}`),
      sweep: () => void test.engineCalls.push('sweep'),
      checkTarget: async url => {
        const message = test.refusals.get(url)
        return message === undefined ? { ok: true } : { ok: false, message }
      },
      countActive: async () => test.engine.activeCrawls,
    },
    settings: { ...testApiSettings, ...overrides },
    vitalSigns: new Hono(),
    now: () => test.clock.nowMs,
    randomBytes,
    passwordCost: TEST_PASSWORD_COST,
    startedMs: test.clock.nowMs,
    printPdf: document => test.printer.print(document),
    fetchImage: request => test.web.fetchImage(request),
    findOwnershipProofs: search => test.web.findOwnershipProofs(search),
    sendMail: hasMailServer
      ? async mail => {
          test.mails.push(mail)
          return 'Taken.'
        }
      : null,
    testAccess: async ({ route }) => {
      if (route) test.testedRoutes.push(route)
      return { isAccepted: true, message: 'The website accepted them.', shown: 'Hello' }
    },
    fetchRobots: async origin => typedRobotsFile(origin, test.web.robotsTxt),
    pageSpeed: {
      measure: question => test.speed.measurer.measure(question),
      progressOf: subject => test.speed.measurer.progressOf(subject),
      status: () => test.speed.measurer.status(),
      forget: of => test.speed.measurer.forget(of),
    },
    securityLog: event => void test.securityEvents.push(event),
    breakOff: () => false,
    after: () => () => {},
    recentErrors: () => [{ atMs: test.clock.nowMs, event: 'a fault', detail: '{"cause":"a test"}' }],
    peerAddress,
    log: { error: (_, fields) => void test.logged.push(fields) },
    warn: event => void test.warnings.push(event),
    documents: testDocuments,
    assets,
  })
  return {
    ...test,
    app,
    visitor: (peer = LOOPBACK) => createTestVisitor({ app, store, peer }),
    program: (apiKey, peer = LOOPBACK) => createTestVisitor({ app, store, peer, apiKey }),
    async addAccount(username, role = 'user') {
      const passwordHash = await hashPassword(
        TEST_PASSWORD,
        createHash('sha256').update('salt').digest().subarray(0, SALT_BYTES),
        TEST_PASSWORD_COST,
      )
      const builtIn = BUILT_IN_ACCOUNTS.find(each => each.username === username)
      const account = await store.accounts.create({
        ...(builtIn && { id: builtIn.id }),
        username,
        role,
        passwordHash,
        nowMs: test.clock.nowMs,
      })
      if (!account) throw new Error(`there is an account ${username} already`)
      return account.id
    },
  }
}

const printText: ApiDeps['printPdf'] = async ({ html, paper }) =>
  new TextEncoder().encode(`%PDF ${paper} ${(await Array.fromAsync(html)).join('')}`)

const noMeasurer: ApiDeps['pageSpeed'] = {
  measure: async () => ({
    ok: false,
    failure: { code: 'switched-off', status: 503, message: 'Nothing is measured here.' },
  }),
  progressOf: () => null,
  status: async () => ({ status: 'Off', message: 'Nothing is measured here.' }),
  forget: async () => {},
}

const LOOPBACK = '127.0.0.1'

/** Of a request made with `app.request(url, init, { peer })`. */
function peerAddress({ env }: Context): string {
  return typeof env?.peer === 'string' ? env.peer : LOOPBACK
}
