import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { ensureBuiltInAccounts } from '#accounts/built-in-accounts.ts'
import { PASSWORD_COST } from '#accounts/password-hash.ts'
import type { AccountDeps } from '#accounts/sign-in.ts'
import { type ApiDeps, createApp } from '#api/app.ts'
import { type Assets, readAssets } from '#api/assets.ts'
import { trustedProxyTest } from '#api/client-address.ts'
import { vitalSigns } from '#api/vital-signs.ts'
import { readWebManifest } from '#api/web-manifest.ts'
import { createGuardedPost } from '#fetch/guarded-post.ts'
import { createFetcher } from '#fetch/undici-fetcher.ts'
import { apiSettings } from '#settings/api-settings.ts'
import type { Settings } from '#settings/config.ts'
import { fetchLimits } from '#settings/fetch-limits.ts'
import { SettingError } from '#settings/setting.ts'
import { AppError, describeError } from '#shared/errors.ts'
import { PRODUCT_TOKEN } from '#shared/robots-test.ts'
import type { Store } from '#store/store.ts'
import { createAccessTester } from './access-tester.ts'
import { breakOff, openHttpServer, peerAddress } from './http-server.ts'
import { createImageFetcher } from './image-fetcher.ts'
import { openMail } from './mail.ts'
import { openMonitoring } from './monitoring.ts'
import { createRecentEvents, type Log } from './operator-log.ts'
import { createOwnershipProver } from './ownership-prover.ts'
import { pdfBytes } from './print-pdf.ts'
import { after, openProduct, type ProductOptions, policyOf } from './product.ts'
import { createRobotsFetcher } from './robots-fetcher.ts'

/**
 * Composition of the server and of the worker process: with `product.ts` the only files that know every part. Settings in, parts
 * built and started; no decisions of their own.
 */

export interface ServeOptions extends ProductOptions {
  /** Folder of the built front end. */
  webFolder: string
  /** Text of the front end's manifest. */
  manifest: string
  demoUrl: string | null
}

export interface RunningServer extends AsyncDisposable {
  url: string
  /** Passwords generated for the built-in accounts at this start: shown once, and stored nowhere. */
  generatedAccounts: readonly { username: string; password: string }[]
}

/** Serves the API and the screens. @throws SettingError when the port is taken, and for an invalid setting. */
export async function serve(options: ServeOptions): Promise<RunningServer> {
  const { settings, demoUrl, webFolder } = options
  const { themeScript, ...documents } = readWebManifest(options.manifest)
  const themeSource = await readFile(path.join(webFolder, themeScript), 'utf8')
  await using parts = new AsyncDisposableStack()
  const { app, generatedAccounts } = parts.use(
    await openApi(options, {
      peerAddress,
      documents: { ...documents, themeSource },
      readAssets: () => readAssets(webFolder),
      demoUrl,
      runsSchedules: true,
    }),
  )
  const isTrustedProxy = trustedProxyTest(apiSettings(settings, { ...options, ownChecks: [] }))
  const { url, close } = await openHttpServer(app, { ...settings, isTrustedProxy })
  parts.defer(close)
  // Everything is open: from here on the caller closes it.
  const standing = parts.move()
  return { url, generatedAccounts, [Symbol.asyncDispose]: () => standing.disposeAsync() }
}

/** What the application has of the front end and of the socket. */
interface Outside extends Pick<ApiDeps, 'peerAddress' | 'documents'>, Pick<ServeOptions, 'demoUrl'> {
  readAssets: () => Promise<Assets>
  /** Crawls of schedules begin, and alerts are sent. */
  runsSchedules: boolean
}

export interface OpenApi extends AsyncDisposable, Pick<RunningServer, 'generatedAccounts'> {
  app: ReturnType<typeof createApp>
  store: Store
}

/** The engine, and the API in front of it without a socket. @throws SettingError for an invalid setting. */
export async function openApi(options: ProductOptions, outside: Outside): Promise<OpenApi> {
  const { settings } = options
  const recent = createRecentEvents({ now: Date.now })
  const log: Log = (event, details) => {
    recent.note(event, details)
    options.log(event, details)
  }
  const random = (size: number) => randomBytes(size)
  await using parts = new AsyncDisposableStack()
  const product = parts.use(await openProduct({ ...options, log }))
  const { store, control, ownChecks } = product
  const chosen = apiSettings(settings, { ...outside, ownChecks })
  const generatedAccounts = await makeAccounts(
    { store, now: Date.now, randomBytes: random, passwordCost: PASSWORD_COST },
    settings,
  )
  const images = parts.use(
    createImageFetcher({
      limits: fetchLimits(settings),
      policy: policyOf(options),
      robotsToken: PRODUCT_TOKEN,
      now: () => performance.now(),
      pause: ms => new Promise(resolve => setTimeout(resolve, ms)),
    }),
  )
  const robots = parts.use(createRobotsFetcher({ limits: fetchLimits(settings), policy: policyOf(options) }))
  const ownership = parts.use(createOwnershipProver({ limits: fetchLimits(settings), policy: policyOf(options) }))
  const sendMail = openMail(settings, log)
  const access = parts.use(createAccessTester({ settings, policy: policyOf(options), log }))
  const startedMs = Date.now()
  const app = createApp({
    store,
    control,
    settings: chosen,
    now: Date.now,
    randomBytes: random,
    passwordCost: PASSWORD_COST,
    startedMs,
    vitalSigns: vitalSignsOf({ store, settings, startedMs, log }),
    recentErrors: recent.newestFirst,
    warn: log,
    securityLog: event => options.log('security', { ...event }),
    peerAddress: outside.peerAddress,
    breakOff,
    after,
    printPdf: document => pdfBytes({ ...document, sandbox: settings.chromiumSandbox }),
    fetchImage: images.fetchImage,
    fetchRobots: robots.fetchRobots,
    testAccess: access.testAccess,
    findOwnershipProofs: ownership.findProofs,
    sendMail,
    pageSpeed: await product.pageSpeed(),
    log: { error: (message, fields) => log(message, { ...fields, cause: describeError(fields.cause) }) },
    documents: outside.documents,
    assets: await outside.readAssets(),
  })
  if (outside.runsSchedules) {
    const { findProofs } = ownership
    const { post } = parts.use(createGuardedPost({ limits: fetchLimits(settings), policy: policyOf(options) }))
    const fetcher = parts.use(
      createFetcher({ limits: fetchLimits(settings), policy: policyOf(options), now: () => performance.now() }),
    )
    const { fetchRobots } = robots
    const { wake } = control
    parts.use(openMonitoring({ settings, store, wake, findProofs, fetcher, fetchRobots, post, sendMail, log }))
  }
  const standing = parts.move()
  return { app, store, generatedAccounts, [Symbol.asyncDispose]: () => standing.disposeAsync() }
}

/** Runs a process that works on crawls and has no screens. @throws SettingError when its port is taken. */
export async function work(options: ProductOptions): Promise<AsyncDisposable & { url: string | null }> {
  const { settings, log } = options
  await using parts = new AsyncDisposableStack()
  const { store } = parts.use(await openProduct(options))
  let url: string | null = null
  if (settings.workerPort > 0) {
    const app = vitalSignsOf({ store, settings, startedMs: Date.now(), log })
    const server = await openHttpServer(app, { host: settings.host, port: settings.workerPort })
    parts.defer(server.close)
    url = server.url
  }
  const standing = parts.move()
  return { url, [Symbol.asyncDispose]: () => standing.disposeAsync() }
}

interface Vital {
  store: Store
  settings: Settings
  startedMs: number
  log: Log
}

function vitalSignsOf({ store, settings, startedMs, log }: Vital) {
  return vitalSigns({
    store,
    tellsMetrics: settings.metrics,
    startedMs,
    processFigures: () => {
      const { user, system } = process.cpuUsage()
      return { cpuSeconds: (user + system) / 1_000_000, residentBytes: process.memoryUsage.rss() }
    },
    log: { error: (event, fields) => log(event, { cause: describeError(fields.cause) }) },
  })
}

/** @throws SettingError for a weak password in the settings. */
async function makeAccounts(deps: AccountDeps, { adminPassword, userPassword }: Settings) {
  try {
    return await ensureBuiltInAccounts(deps, { admin: adminPassword, user: userPassword })
  } catch (error) {
    if (error instanceof AppError) throw new SettingError(error.message, { cause: error })
    throw error
  }
}
