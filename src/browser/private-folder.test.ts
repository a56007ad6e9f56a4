import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { isSafeParent, makePrivateFolder, privateFolders, shortTemporaryFolder } from './private-folder.ts'

/** What Chromium listens on in its folder for temporary files, and how long that may be where it may be least. */
const SOCKET = 'org.chromium.Chromium.XXXXXX/SingletonSocket'
const MAX_SOCKET_PATH = 103
const PREFIX = `sitesounder-private-test-${process.pid}-`

const isWindows = process.platform === 'win32'

describe('a private folder for a browser', { skip: isWindows }, () => {
  const before = process.env.TMPDIR
  let long: string
  beforeEach(() => {
    long = path.join(mkdtempSync(path.join(tmpdir(), 'sitesounder-long-')), 'l'.repeat(100))
    mkdirSync(long)
    process.env.TMPDIR = long
  })
  afterEach(() => {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
    rmSync(path.dirname(long), { recursive: true })
  })

  test('is short enough for a socket though TMPDIR is long, and open to its user alone', () => {
    const folder = makePrivateFolder(PREFIX)
    try {
      assert.ok(path.join(folder, SOCKET).length <= MAX_SOCKET_PATH, folder)
      const { mode, uid } = statSync(folder)
      assert.deepEqual([mode & 0o777, uid], [0o700, process.getuid?.()])
      assert.deepEqual(privateFolders(PREFIX), [folder])
    } finally {
      rmSync(folder, { recursive: true })
    }
    assert.deepEqual(privateFolders(PREFIX), [])
  })

  test('lies in TMPDIR where that is short', () => {
    const short = mkdtempSync(path.join(shortTemporaryFolder(), 'p-'))
    process.env.TMPDIR = short
    try {
      assert.equal(shortTemporaryFolder(), short)
      assert.equal(path.dirname(makePrivateFolder(PREFIX)), short)
    } finally {
      rmSync(short, { recursive: true })
    }
  })

  test('lies elsewhere where TMPDIR cannot be written', () => {
    process.env.TMPDIR = '/nowhere'
    const folder = makePrivateFolder(PREFIX)
    rmSync(folder, { recursive: true })
    assert.notEqual(path.dirname(folder), '/nowhere')
  })

  const rows: [name: string, mode: number, isSafe: boolean][] = [
    ['of this user alone', 0o700, true],
    ['that others may read', 0o755, true],
    ['that every user may write, each their own', 0o1777, true],
    ['that every user may write', 0o777, false],
    ['that a group may write', 0o770, false],
  ]
  for (const [name, mode, isSafe] of rows)
    test(`is ${isSafe ? '' : 'not '}made in a parent ${name}`, () => {
      chmodSync(long, mode)
      assert.equal(isSafeParent(long), isSafe)
    })

  test('is not made in a parent that is not there', () => assert.equal(isSafeParent(path.join(long, 'none')), false))
})
