import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { findPostgresPrograms, INSTALL_SENTENCE } from '../test/support/postgres-server.ts'

/**
 * `npm run test:scale`: the tests on PostgreSQL, with several workers. Each file starts a server of its own on loopback, in a
 * temporary folder. Files to run may be named.
 */
const TIMEOUT = `--test-timeout=${5 * 60_000}`

if (findPostgresPrograms() === null) {
  console.error(INSTALL_SENTENCE)
  process.exit(1)
}
const named = process.argv.slice(2)
const files = named.length > 0 ? named : globSync('test/scale/*.test.ts').sort()
const { status } = spawnSync(process.execPath, ['--test', TIMEOUT, '--test-concurrency=2', ...files], {
  stdio: 'inherit',
})
process.exitCode = status ?? 1
