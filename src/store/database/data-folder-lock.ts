import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { AppError } from '#shared/errors.ts'

const LOCK_FILE = 'lock.sqlite'
/** https://www.sqlite.org/rescode.html#busy */
const SQLITE_BUSY = 5

/** An unreferenced file would be closed by garbage collection, and release the lock. */
const locked = new Set<DatabaseSync>()

/**
 * Locks the data folder (created when absent) for this process until disposed. The lock is an open exclusive transaction on a small
 * file, so the system frees it however the process dies.
 *
 * @throws AppError 'conflict' with a sentence for the operator when another process, or another part of this one, holds the lock
 */
export function lockDataFolder(folder: string): AsyncDisposable {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, LOCK_FILE)
  const file = new DatabaseSync(path, { timeout: 0 })
  try {
    file.exec('begin exclusive')
  } catch (error) {
    file.close()
    if (!isBusy(error))
      throw new Error(`The lock file ${path} cannot be used. Delete it and start again.`, { cause: error })
    throw new AppError(
      'conflict',
      `Another Sitesounder is using the data folder ${folder}: stop it first, or choose another folder with SITESOUNDER_DATA.`,
      { cause: error },
    )
  }
  locked.add(file)
  return {
    async [Symbol.asyncDispose]() {
      locked.delete(file)
      file.close()
    },
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY
}
