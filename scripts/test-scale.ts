import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { findBrowser } from '../src/browser/find-browser.ts'
import { buildWebIfNeeded } from '../src/runtime/web-build.ts'
import { findPostgresPrograms, INSTALL_SENTENCE } from '../test/support/postgres-server.ts'
import { startSharedStorage } from '../test/support/shared-storage.ts'
import { sqliteTests } from '../test/support/sqlite-tests.ts'
import { storingTests } from '../test/support/storing-tests.ts'

/**
 * `npm run test:scale`: the tests on PostgreSQL, with several workers. Each of those starts a server of its own on loopback, in a
 * temporary folder. `--all`: before them every test that remembers something, on one such server; `--browser`: those that need a
 * browser, too. Files to run may be named; with `--all` they remember in PostgreSQL.
 */
/** Some write 120,000 pages. */
const TIMEOUT = `--test-timeout=${10 * 60_000}`
const BROWSER_TESTS = /^test\/(?:e2e|pagespeed)\//

if (findPostgresPrograms() === null) {
  console.error(INSTALL_SENTENCE)
  process.exit(1)
}
const given = process.argv.slice(2)
const named = given.filter(each => !each.startsWith('--'))
const isAll = given.includes('--all')
const codes = isAll ? await runAll() : []
if (!isAll || named.length === 0)
  codes.push(await run(named.length > 0 ? named : globSync('test/scale/*.test.ts').sort()))
process.exitCode = Math.max(...codes)

/** Tests beside the code in one process, the others in one each. */
async function runAll(): Promise<number[]> {
  const wanted = storingTests().filter(file =>
    named.length > 0 ? named.includes(file) : given.includes('--browser') || !BROWSER_TESTS.test(file),
  )
  if (wanted.some(file => file.startsWith('test/'))) await buildWebIfNeeded()
  if (wanted.some(file => BROWSER_TESTS.test(file))) await findBrowser()
  const unit = wanted.filter(file => file.startsWith('src/'))
  const others = wanted.filter(file => !file.startsWith('src/'))
  console.log(`${wanted.length} test files remember in PostgreSQL. Left out, as they are about SQLite alone:`)
  for (const { file, test, reason } of sqliteTests)
    console.log(`- ${[file, test].filter(Boolean).join(': ')} (${reason})`)
  await using storage = await startSharedStorage()
  return [
    ...(unit.length > 0 ? [await run(['--test-isolation=none', ...unit], storage.env)] : []),
    ...(others.length > 0 ? [await run(others, storage.env)] : []),
  ]
}

/** The server beside the tests is heard meanwhile: unread, what it tells would hold it up. */
async function run(args: readonly string[], env: Record<string, string> = {}): Promise<number> {
  const runner = spawn(process.execPath, ['--test', TIMEOUT, '--test-concurrency=2', ...args], {
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  const [code] = await once(runner, 'exit')
  return Number(code ?? 1)
}
