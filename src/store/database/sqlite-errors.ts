import { AppError } from '#shared/errors.ts'

/** Result codes of SQLite, and what they mean to the product (https://www.sqlite.org/rescode.html). */

const PRIMARY = 0xff
const BUSY = 5
const CORRUPT = 11
const FULL = 13
const CANNOT_OPEN = 14
const NOT_A_DATABASE = 26
/** The file that connections share could not grow. */
const IOERR_SHMSIZE = 4_874

/** Whether nothing more fits on the disk. */
export function isFull(error: unknown): boolean {
  const code = codeOf(error)
  return code === IOERR_SHMSIZE || (code & PRIMARY) === FULL
}

/** Why a database cannot be worked with, in a sentence for the operator; what no operator can fix is given back as it is. */
export function openingError(error: unknown, file: string): unknown {
  const sentence = sentenceOf(error, file)
  return sentence === null ? error : new AppError('unavailable', sentence, { cause: error })
}

function sentenceOf(error: unknown, file: string): string | null {
  if (isFull(error)) return `The disk is full, so the database ${file} cannot be opened: make room and start again.`
  const words = error instanceof Error ? error.message : ''
  switch (codeOf(error) & PRIMARY) {
    case CORRUPT:
    case NOT_A_DATABASE:
      return `The database ${file} is damaged (${words}). Nothing was changed: put a copy back in its place, or move the file away to begin anew.`
    case BUSY:
      return `Another program is using the database ${file} (${words}): wait until it is done, and start again.`
    case CANNOT_OPEN:
      return `The database ${file} cannot be opened (${words}): look at the rights of its folder, and at how many files a process may open.`
    default:
      return null
  }
}

function codeOf(error: unknown): number {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : 0
}
