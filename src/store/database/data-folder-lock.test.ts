import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { AppError } from '#shared/errors.ts'
import { lockDataFolder } from './data-folder-lock.ts'

async function temporaryFolder() {
  const path = await mkdtemp(join(tmpdir(), 'sitesounder-lock-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

describe('lockDataFolder()', () => {
  it('makes the folder and lets one in at a time', async () => {
    await using folder = await temporaryFolder()
    const data = join(folder.path, 'a', 'b')
    const first = lockDataFolder(data)
    assert.throws(
      () => lockDataFolder(data),
      (error: unknown) =>
        error instanceof AppError &&
        error.code === 'conflict' &&
        error.message.startsWith(`Another Sitesounder is using the data folder ${data}`),
    )
    await first[Symbol.asyncDispose]()
    await lockDataFolder(data)[Symbol.asyncDispose]()
  })

  it('is held against other processes, and freed when they are killed', async () => {
    await using folder = await temporaryFolder()
    const module = JSON.stringify(new URL('./data-folder-lock.ts', import.meta.url).href)
    const script = `
      const { lockDataFolder } = await import(${module})
      lockDataFolder(${JSON.stringify(folder.path)})
      gc()
      console.log('locked')
      setInterval(() => {}, 1000)`
    const holder = spawn(process.execPath, ['--expose-gc', '--input-type=module', '--eval', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    try {
      await once(holder.stdout, 'data')
      assert.throws(() => lockDataFolder(folder.path), AppError)
      const gone = once(holder, 'exit')
      holder.kill('SIGKILL')
      await gone
      await lockDataFolder(folder.path)[Symbol.asyncDispose]()
    } finally {
      holder.kill('SIGKILL')
    }
  })

  it('names a lock file that is damaged, which is not one that is held', async () => {
    await using folder = await temporaryFolder()
    const file = join(folder.path, 'lock.sqlite')
    await writeFile(file, 'no database '.repeat(100))
    const isNamed = (error: unknown) =>
      error instanceof Error &&
      !(error instanceof AppError) &&
      error.message === `The lock file ${file} cannot be used. Delete it and start again.` &&
      error.cause instanceof Error &&
      error.cause.message === 'file is not a database'
    assert.throws(() => lockDataFolder(folder.path), isNamed)
    await rm(file)
    await lockDataFolder(folder.path)[Symbol.asyncDispose]()
  })
})
