import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { runCommand } from '../support/command.ts'
import { onSqliteAlone } from '../support/sqlite-tests.ts'
import { storageEnvironment } from '../support/storage.ts'

/** `sitesounder serve` in a process of its own: it starts, it ends, and says in one sentence why it cannot. */

let folder: string
before(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'sitesounder-serve-'))
})
after(() => rmSync(folder, { recursive: true, force: true }))

const serve = async (env: Record<string, string>, options: Parameters<typeof runCommand>[1] = {}) => {
  const data = path.join(folder, 'data')
  const storage = await storageEnvironment(data)
  return await runCommand(['serve'], { env: { SITESOUNDER_DATA: data, PORT: '0', ...storage, ...env }, ...options })
}

test('it prints its URL, responds there, and ends on SIGTERM', async () => {
  let responseStatus: Promise<number> | undefined
  const { code, stdout } = await serve(
    {},
    {
      onOutput: ({ stdout: text, child }) => {
        const url = /ready on (http:\S+)/.exec(text)?.[1]
        if (!url || responseStatus) return
        responseStatus = fetch(`${url}/api/websites`).then(response => response.status)
        void responseStatus.finally(() => child.kill('SIGTERM'))
      },
    },
  )
  assert.equal(await responseStatus, 200)
  assert.equal(code, 0)
  assert.match(stdout, /^Sitesounder is ready on http:\/\/127\.0\.0\.1:\d+ /)
})

test('a busy port is one sentence and exit code 1', async () => {
  const other = createServer()
  await new Promise<void>(resolve => other.listen(0, '127.0.0.1', resolve))
  const { port } = other.address() as AddressInfo
  const { code, stderr } = await serve({ PORT: String(port) })
  other.close()
  assert.equal(code, 1)
  assert.equal(stderr, `Port ${port} on 127.0.0.1 is already in use: stop what uses it, or choose another with PORT.\n`)
})

test(
  'a data folder that is a file is one sentence and exit code 1',
  onSqliteAlone('a data folder that is a file is one sentence and exit code 1'),
  async () => {
    const file = path.join(folder, 'file')
    writeFileSync(file, '')
    const { code, stderr } = await serve({ SITESOUNDER_DATA: file })
    assert.equal(code, 1)
    assert.match(
      stderr,
      /^The data folder .*file cannot be written \(EEXIST\): choose another with SITESOUNDER_DATA\.\n$/,
    )
  },
)

test('an unknown setting is one sentence with the nearest known name, and exit code 1', async () => {
  const { code, stderr } = await serve({ SITESOUNDER_PROT: '1' })
  assert.equal(code, 1)
  assert.equal(stderr, 'Unknown setting SITESOUNDER_PROT; did you mean SITESOUNDER_PORT?\n')
})

test(
  'a second process on one data folder is refused in one sentence',
  onSqliteAlone('a second process on one data folder is refused in one sentence'),
  async () => {
    let second: ReturnType<typeof runCommand> | undefined
    await serve(
      {},
      {
        onOutput: ({ stdout, child }) => {
          if (!stdout.includes('ready on') || second) return
          second = serve({})
          void second.finally(() => child.kill('SIGTERM'))
        },
      },
    )
    const refused = await second
    assert.equal(refused?.code, 1)
    assert.match(refused?.stderr ?? '', /^Another Sitesounder is using the data folder [^\n]+\n$/)
  },
)
