/**
 * Builds the front end into dist/web when it is missing or older than its sources, and puts compressed copies beside the files.
 *
 *   node scripts/build-web.ts [--force] [--sizes]
 *
 * `--force` builds in any case; `--sizes` prints the compressed JavaScript of each route and fails above the budget.
 */
import { existsSync } from 'node:fs'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { readWebManifest } from '#api/web-manifest.ts'
import { screenNames } from '#shared/routes.ts'
import {
  buildWebIfNeeded,
  hasVite,
  WEB_FOLDER,
  WEB_MANIFEST,
  WebBuildUnavailableError,
} from '../src/runtime/web-build.ts'
import { replaceFolder } from './replace-folder.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const COMPRESSIBLE = /\.(?:js|css|svg|json|txt|webmanifest)$/
/** Below this, compression saves less than its header costs. */
const MIN_COMPRESSED_BYTES = 500
/** Gzipped JavaScript before a route's first screen is usable. */
export const ROUTE_BUDGET_BYTES = 150 * 1024

async function build(): Promise<void> {
  if (!hasVite()) throw new WebBuildUnavailableError()
  const vite = await import('vite')
  await replaceFolder(WEB_FOLDER, async folder => {
    await vite.build({
      configFile: path.join(ROOT, 'vite.config.ts'),
      logLevel: 'warn',
      build: { outDir: folder, emptyOutDir: true },
    })
    readWebManifest(await readFile(path.join(folder, '.vite/manifest.json'), 'utf8'))
    await compressFiles(folder)
  })
}

async function compressFiles(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name)
    if (!entry.isFile() || !COMPRESSIBLE.test(entry.name) || file.includes('.vite')) continue
    const bytes = await readFile(file)
    if (bytes.byteLength < MIN_COMPRESSED_BYTES) continue
    const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
    await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, quality))
    await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }))
  }
}

interface RouteSize {
  screen: string
  /** Gzipped bytes of entry, theme script and preloads. */
  scriptBytes: number
}

/** Compressed JavaScript of each route, from the build as it stands. */
export async function routeSizes(): Promise<RouteSize[]> {
  const { entryScript, themeScript, preloads } = readWebManifest(await readFile(WEB_MANIFEST, 'utf8'))
  const gzipBytes = async (url: string): Promise<number> => {
    const file = path.join(WEB_FOLDER, url)
    return (await stat(existsSync(`${file}.gz`) ? `${file}.gz` : file)).size
  }
  return Promise.all(
    screenNames.map(async screen => {
      const sizes = await Promise.all([entryScript, themeScript, ...preloads[screen]].map(gzipBytes))
      return { screen, scriptBytes: sizes.reduce((sum, size) => sum + size, 0) }
    }),
  )
}

const kilobytes = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KB`

async function printSizes(): Promise<void> {
  const sizes = await routeSizes()
  for (const { screen, scriptBytes } of sizes)
    console.log(
      `${screen.padEnd(16)} ${kilobytes(scriptBytes).padStart(9)}${scriptBytes > ROUTE_BUDGET_BYTES ? '  too large' : ''}`,
    )
  console.log(`budget           ${kilobytes(ROUTE_BUDGET_BYTES).padStart(9)}  gzipped JavaScript per route`)
  if (sizes.some(({ scriptBytes }) => scriptBytes > ROUTE_BUDGET_BYTES)) process.exitCode = 1
}

if (import.meta.main) {
  const startedAtMs = performance.now()
  try {
    const isForced = process.argv.includes('--force')
    if (isForced) await build()
    const isBuilt = isForced || (await buildWebIfNeeded())
    const seconds = ((performance.now() - startedAtMs) / 1000).toFixed(1)
    console.log(isBuilt ? `front end built into dist/web in ${seconds} s` : 'front end is up to date')
    if (process.argv.includes('--sizes')) await printSizes()
  } catch (error) {
    if (!(error instanceof WebBuildUnavailableError)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}
