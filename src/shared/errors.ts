import type * as z from 'zod/mini'

/** Header of a response that names the member of the body that is wrong. */
export const INVALID_FIELD_HEADER = 'X-Invalid-Field'

/**
 * Expected errors of the caller, by code; the text is for a person and is what the API's body holds. `api/errors.ts` maps a
 * code to its status once. Errors of the web are values (`FetchFailure`), internal errors are any other throw.
 */
export const errorStatus = {
  'bad-request': 400,
  unauthorized: 401,
  forbidden: 403,
  'not-found': 404,
  'method-not-allowed': 405,
  conflict: 409,
  'too-large': 413,
  'unsupported-media-type': 415,
  misdirected: 421,
  unprocessable: 422,
  'too-many': 429,
  'bad-gateway': 502,
  unavailable: 503,
  'timed-out': 504,
} as const
export type ErrorCode = keyof typeof errorStatus

interface AppErrorOptions extends ErrorOptions {
  /** When a retry makes sense, where that is known. */
  retryAfterSeconds?: number
  /** The member of the body that is wrong, so that a form shows the message at its field. */
  field?: string
}

export class AppError extends Error {
  readonly code: ErrorCode
  readonly retryAfterSeconds: number | null
  readonly field: string | null
  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    const { retryAfterSeconds, field, ...rest } = options
    super(message, rest)
    this.name = 'AppError'
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds ?? null
    this.field = field ?? null
  }
}

/** The database cannot be reached, or gave a transaction up: nothing of it was written, and the next attempt may succeed. */
export class StorageUnavailableError extends AppError {
  constructor(cause: unknown) {
    super('unavailable', 'The database does not respond at the moment: try again in a minute.', { cause })
    this.name = 'StorageUnavailableError'
  }
}

/** What was thrown, as text for a log: with its stack where there is one. */
export function describeError(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/** Closes a switch over a closed set: a forgotten member is a compile error. */
export function assertNever(value: never): never {
  throw new Error(`unexpected value: ${JSON.stringify(value)}`)
}

/** The generic messages of the specification, section 5, for what a schema has no words of its own for. */
export function genericMessage(issue: z.core.$ZodRawIssue): string {
  if (issue.code !== 'invalid_type') return 'Invalid value'
  return issue.input === undefined ? 'Required' : `Expected ${issue.expected}, received ${typeName(issue.input)}`
}

function typeName(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}
