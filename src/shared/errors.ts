/**
 * Expected errors of the caller, by code; the text is for a person and is what the API's body holds. `api/errors.ts` maps a
 * code to its status once. Errors of the web are values (`FetchFailure`), errors of ours are any other throw.
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
  'too-many': 429,
  unavailable: 503,
} as const
export type ErrorCode = keyof typeof errorStatus

export class AppError extends Error {
  readonly code: ErrorCode
  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'AppError'
    this.code = code
  }
}

/** Closes a switch over a closed set: a forgotten member is a compile error. */
export function assertNever(value: never): never {
  throw new Error(`unexpected value: ${JSON.stringify(value)}`)
}
