import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'

/**
 * The built front end that a server shows: where it is, and that it is no older than its sources. `scripts/build-web.ts` builds it in a
 * checkout; an installed package has it built, and no sources.
 */

const ROOT = path.resolve(import.meta.dirname, '..', '..')
export const WEB_FOLDER = path.join(ROOT, 'dist/web')
export const WEB_MANIFEST = path.join(WEB_FOLDER, '.vite/manifest.json')
const BUILDER = path.join(ROOT, 'scripts/build-web.ts')
/** Everything that the built files depend on. */
const SOURCES = ['src/web', 'src/shared', 'vite.config.ts', 'package-lock.json']

/** The build tools are not there: the message is a sentence for the operator and says what to run. */
export class WebBuildUnavailableError extends Error {
  constructor(options?: ErrorOptions) {
    super(
      'The front end is not built and the build tools are not installed: run npm ci --include=dev, then npm run build (NODE_ENV=production and omit=dev leave them out).',
      options,
    )
    this.name = 'WebBuildUnavailableError'
  }
}

/**
 * Builds when needed; returns whether it did. The build runs in a process of its own: its tools take hundreds of megabytes, which
 * a server would keep. Throws WebBuildUnavailableError when nothing is built and Vite is not installed.
 */
export async function buildWebIfNeeded(): Promise<boolean> {
  if (await isUpToDate()) return false
  // Without the tools, an older build is served as it is: sources do not change on such a machine.
  if (!hasVite() && existsSync(WEB_MANIFEST)) return false
  if (!hasVite()) throw new WebBuildUnavailableError()
  const builder = spawn(process.execPath, [BUILDER, '--force'], { stdio: ['ignore', 'ignore', 'inherit'] })
  const [code] = await once(builder, 'exit')
  if (code !== 0) throw new Error('the front end could not be built')
  return true
}

export function hasVite(): boolean {
  try {
    import.meta.resolve('vite')
    return true
  } catch {
    return false
  }
}

async function isUpToDate(): Promise<boolean> {
  if (!existsSync(WEB_MANIFEST)) return false
  const builtAtMs = (await stat(WEB_MANIFEST)).mtimeMs
  for (const source of SOURCES) if ((await newestChange(path.join(ROOT, source))) > builtAtMs) return false
  return true
}

/** Time of the last change of a file, or of anything in a folder; folders count, as they change when a file is deleted. */
async function newestChange(source: string): Promise<number> {
  if (!existsSync(source)) return 0
  const own = await stat(source)
  if (!own.isDirectory()) return own.mtimeMs
  const names = await readdir(source, { recursive: true })
  const times = await Promise.all(names.map(async name => (await stat(path.join(source, name))).mtimeMs))
  return Math.max(own.mtimeMs, ...times)
}
