import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { findBrowser } from '../src/browser/find-browser.ts'
import { buildWebIfNeeded } from './build-web.ts'
import { verify } from './verify.ts'

/** Of a test file: what waits in vain for something ends then, and by its name. */
const TIMEOUT = `--test-timeout=${5 * 60_000}`

/** `npm test`: verify, build, all tests. The test runner's own summary comes last. Files to run may be named. */
if (!verify()) process.exit(1)
await buildWebIfNeeded()
// Unpacked once here, so that test files that run side by side do not both do it.
const browser = await findBrowser()
console.log(`browser: ${browser.from}`)
const named = process.argv.slice(2)
const files = named.length > 0 ? named : globSync('{src,test}/**/*.test.ts').sort()
// One browser test a core: more of them starve each other.
const concurrency = `--test-concurrency=${Math.max(2, availableParallelism())}`
const { status } = spawnSync(process.execPath, ['--test', concurrency, TIMEOUT, ...files], { stdio: 'inherit' })
process.exitCode = status ?? 1
