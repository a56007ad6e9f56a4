import { AppError, StorageUnavailableError } from '#shared/errors.ts'

/** Error codes of PostgreSQL, and what they mean to the product (https://www.postgresql.org/docs/current/errcodes-appendix.html). */

const DISK_FULL = '53100'
const TOO_MANY_CONNECTIONS = '53300'
const NO_DATABASE = '3D000'
const NO_RIGHT = '42501'
const WRONG_PASSWORD = ['28000', '28P01']
/** Of sockets. */
const UNREACHABLE = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ECONNRESET']

/**
 * Connections that break or are refused (classes 08 and 57), and transactions aborted because of a deadlock, a lock or a session
 * timeout.
 */
const PASSING = /^(?:08...|57P0[1-5]|40001|40P01|55P03|25P03|53300)$/

/** Whether a retry may succeed: the database is away, or aborted the transaction. */
export function isPassing(error: unknown): boolean {
  const code = codeOf(error)
  if (PASSING.test(code) || UNREACHABLE.includes(code) || code === 'EPIPE') return true
  // Errors of pg itself about an ended connection have no code.
  return (
    error instanceof Error && /^(?:Connection terminated|Client has encountered|timeout exceeded)/.test(error.message)
  )
}

/** Whether nothing more fits on the disk of the database. */
export function isFull(error: unknown): boolean {
  return codeOf(error) === DISK_FULL
}

/** The reason why the database cannot be used, in a sentence for the operator; any other error is returned unchanged. */
export function openingError(error: unknown, url: string): unknown {
  const sentence = sentenceOf(error instanceof StorageUnavailableError ? error.cause : error, withoutPassword(url))
  return sentence === null ? error : new AppError('unavailable', sentence, { cause: error })
}

function sentenceOf(error: unknown, url: string): string | null {
  const code = codeOf(error)
  const words = error instanceof Error ? error.message : ''
  if (code === DISK_FULL) return `The disk of the database ${url} is full: make room and start again.`
  if (code === TOO_MANY_CONNECTIONS)
    return `The database ${url} has no connection left (${words}): raise its max_connections, or lower SITESOUNDER_DATABASE_CONNECTIONS.`
  if (code === NO_DATABASE) return `There is no such database as ${url}: create it with createdb and start again.`
  if (code === NO_RIGHT)
    return `The database ${url} does not let its user create tables (${words}): grant create on its schema public.`
  if (WRONG_PASSWORD.includes(code))
    return `The database ${url} refuses its user (${words}): check its name and password.`
  if (UNREACHABLE.includes(code) || /timeout/i.test(words))
    return `The database ${url} cannot be reached (${words || code}): check that it runs and accepts connections there.`
  return null
}

function withoutPassword(url: string): string {
  if (!URL.canParse(url)) return 'of SITESOUNDER_DATABASE_URL'
  const shown = new URL(url)
  shown.password = ''
  shown.search = ''
  return shown.href
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}
