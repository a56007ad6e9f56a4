import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { buildWebIfNeeded, WebBuildUnavailableError } from '../scripts/build-web.ts'
import { startTestSite } from '../test/site/site.ts'
import { type CommandInput, onEndRequested } from './command.ts'
import { generatedAccountsText } from './generated-accounts-text.ts'
import { serve } from './main.ts'
import { operatorLog } from './operator-log.ts'
import { SettingError } from './setting.ts'
import { isPublicServer } from './target-policy.ts'

const WEB_FOLDER = path.join(import.meta.dirname, '..', 'dist', 'web')

/** `sitesounder serve`: the web interface, until a signal ends it. */
export async function serveCommand({ flags, settings }: CommandInput): Promise<number> {
  const startedMs = performance.now()
  await buildWeb()
  await using demo = flags.has('demo') ? await startTestSite() : null
  const manifest = await readFile(path.join(WEB_FOLDER, '.vite', 'manifest.json'), 'utf8')
  const allowed = demo ? [demo.url, demo.elsewhereUrl].map(url => new URL(url).host) : []
  const server = await serve({
    settings,
    folder: path.resolve(settings.data),
    alsoAllow: allowed,
    log: operatorLog,
    webFolder: WEB_FOLDER,
    manifest,
    demoUrl: demo?.url ?? null,
  })
  const ended = Promise.withResolvers<void>()
  const forget = onEndRequested(() => ended.resolve())
  console.log(`Sitesounder is ready on ${server.url} (started in ${Math.round(performance.now() - startedMs)} ms)`)
  if (demo) console.log(`The demo website is on ${demo.url}`)
  if (isPublicServer(settings)) console.log('This server is public: private addresses are refused as targets.')
  if (server.generatedAccounts.length > 0) console.log(generatedAccountsText(server.generatedAccounts))
  await ended.promise
  forget()
  await server[Symbol.asyncDispose]()
  return 0
}

/** What is missing is the operator's to mend, so it is told as a sentence. */
async function buildWeb(): Promise<void> {
  try {
    await buildWebIfNeeded()
  } catch (error) {
    if (error instanceof WebBuildUnavailableError) throw new SettingError(error.message, { cause: error })
    throw error
  }
}
