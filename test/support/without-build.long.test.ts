import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'

const ROOT = path.join(import.meta.dirname, '..', '..')
const COPIED = ['package.json', 'package-lock.json', 'vite.config.ts', 'src', 'scripts', 'test', 'bin']
const TEST = 'the landing page refuses what is no URL, at the field'

test('a browser test that is run alone, where the front end is not built, builds it', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'sitesounder-without-build-'))
  try {
    for (const name of COPIED) cpSync(path.join(ROOT, name), path.join(folder, name), { recursive: true })
    symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'))
    // The runner takes a file that another one starts for a part of itself.
    const { NODE_TEST_CONTEXT: _ours, ...env } = process.env
    const command = ['--test', `--test-name-pattern=${TEST}`, 'test/e2e/journeys.test.ts']
    const { status, stdout } = spawnSync(process.execPath, command, { cwd: folder, env, encoding: 'utf8' })
    assert.match(stdout, new RegExp(`✔ ${TEST}`))
    assert.equal(status, 0, stdout)
    assert.ok(existsSync(path.join(folder, 'dist', 'web')))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
