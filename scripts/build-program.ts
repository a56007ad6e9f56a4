/**
 * Bundles the program into dist/program: the command, the library, and each thread and process that they start. A thread that reads one file instead
 * of hundreds starts in a third of the time. Beside it lies the manual page. `bin/sitesounder.mjs` runs the bundle while it is newer than the sources, else the sources.
 *
 *   node scripts/build-program.ts
 */
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { type Plugin, rolldown } from 'rolldown'
import { loadHelps } from '../src/cli/commands.ts'
import { manPage } from '../src/cli/man-page.ts'
import { licencesPlugin } from './licences-plugin.ts'
import { replaceFolder } from './replace-folder.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
/** As deep below the root as a part of `src` is: the program finds other folders of the project from where its files lie. */
const PROGRAM_FOLDER = path.join(ROOT, 'dist/program')
/**
 * What an installed package may have or not, the code that goes into pages as it is, the tools of a checkout, and what Puppeteer
 * imports only to download a browser.
 */
const NOT_BUNDLED = /^(?:@sparticuz\/chromium|axe-core|lighthouse|pg|pg-boss|proxy-agent|vite|yauzl)(?:\/|$)/
/** How the sources name the file of a thread or of a process. */
const STARTED_FILE = /(new URL\(|import\.meta\.resolve\()'\.\/([\w-]+)\.ts'/g

/** Each file that is started as a thread or as a process becomes an entry, and is named as it is called in the bundle. */
function startedFiles(): Plugin {
  return {
    name: 'started-files',
    transform: {
      filter: { id: /src[\\/].*\.ts$/, code: STARTED_FILE },
      handler(code, id) {
        for (const [, , name = ''] of code.matchAll(STARTED_FILE)) {
          this.emitFile({ type: 'chunk', id: path.join(path.dirname(id), `${name}.ts`), fileName: `${name}.js` })
        }
        return { code: code.replaceAll(STARTED_FILE, "$1'./$2.js'"), map: null }
      },
    },
  }
}

/**
 * `node:http` without its module namespace: to make one, Node.js reads every export, and for `WebSocket` among them loads a whole HTTP client, in
 * each thread that imports the module.
 */
function httpWithoutNamespace(): Plugin {
  const id = '\0http.cjs'
  return {
    name: 'http-without-namespace',
    resolveId: { filter: { id: /^(?:node:)?http$/ }, handler: () => id },
    load: { filter: { id: /^\0http\.cjs$/ }, handler: () => "module.exports = process.getBuiltinModule('node:http')" },
  }
}

export async function buildProgram(): Promise<void> {
  await replaceFolder(PROGRAM_FOLDER, async dir => {
    await using bundle = await rolldown({
      cwd: ROOT,
      input: { cli: 'src/cli/cli.ts', client: 'src/library/client.ts', library: 'src/library/index.ts' },
      platform: 'node',
      external: NOT_BUNDLED,
      plugins: [startedFiles(), httpWithoutNamespace(), licencesPlugin('licences.txt')],
    })
    await bundle.write({
      dir,
      format: 'esm',
      entryFileNames: '[name].js',
      // Names stay, for stack traces. V8 keeps the text of each file in each thread: a byte a character when all of it is ASCII, else two.
      minify: { compress: false, mangle: false, codegen: { asciiOnly: true } },
    })
    await writeFile(path.join(dir, 'sitesounder.1'), manPage(await loadHelps()))
  })
}

if (import.meta.main) {
  const startedAtMs = performance.now()
  await buildProgram()
  console.log(`program bundled into dist/program in ${((performance.now() - startedAtMs) / 1000).toFixed(1)} s`)
}
