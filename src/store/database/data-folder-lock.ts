import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { AppError } from '#shared/errors.ts'

const LOCK_FILE = 'lock.sqlite'
/** https://www.sqlite.org/rescode.html#busy */
const SQLITE_BUSY = 5

/** A file that nothing refers to is closed when memory is collected, and its lock goes with it. */
const locked = new Set<DatabaseSync>()

/**
 * Takes the data folder (made when absent) for this process alone, until disposed. An open exclusive transaction on a small file
 * of its own is the lock, so the system frees it at death, however the process dies. Throws AppError 'conflict' with a sentence
 * for the operator when another process, or another part of this one, holds it.
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
