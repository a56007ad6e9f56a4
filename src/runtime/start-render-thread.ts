import { rm } from 'node:fs/promises'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { makePrivateFolder, privateFolders } from '#browser/private-folder.ts'
import { killGroup } from '#browser/process-group.ts'
import { describeError } from '#shared/errors.ts'
import type { FromRenderThread, RenderThreadData } from './render-messages.ts'
import type { RenderHostDeps } from './render-supervisor.ts'

/** What a hostile page makes the browser tell may take as much; then thread and browser are replaced. */
const THREAD_LIMITS = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 }
const FOLDER_PREFIX = 'sitesounder-render-'

/** Starts the thread of a browser in a folder of its own. */
export function startRenderThread(
  data: Omit<RenderThreadData, 'folder'>,
  log: RenderHostDeps['log'],
): RenderHostDeps['start'] {
  return ({ onMessage, onExit }) => {
    removeLeftFolders()
    const folder = makePrivateFolder(`${FOLDER_PREFIX}${process.pid}-`)
    const workerData: RenderThreadData = { ...data, folder }
    const worker = new Worker(new URL('./render-thread.ts', import.meta.url), {
      workerData,
      resourceLimits: THREAD_LIMITS,
    })
    const gone = new Promise<void>(resolve => worker.once('exit', () => resolve()))
    let browserPid: number | null = null
    worker.on('message', (message: FromRenderThread) => {
      if (message.kind === 'browser') browserPid = message.pid
      else onMessage(message)
    })
    worker.on('error', error => log('the thread of the browser failed', { cause: describeError(error) }))
    worker.on('exit', onExit)
    const end = async () => {
      await worker.terminate()
      await gone
      if (browserPid !== null) killGroup(browserPid)
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
    }
    let ending: Promise<void> | null = null
    return {
      post: message => worker.postMessage(message),
      end: () => {
        ending ??= end()
        return ending
      },
    }
  }
}

/** Folders of processes that were killed; whoever is killed removes nothing. */
function removeLeftFolders(): void {
  for (const folder of privateFolders(FOLDER_PREFIX)) {
    const pid = Number.parseInt(path.basename(folder).slice(FOLDER_PREFIX.length), 10)
    if (Number.isNaN(pid) || isRunning(pid)) continue
    void rm(folder, { recursive: true, force: true }).catch(() => {})
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Another user's cannot be asked, but is there.
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH')
  }
}
