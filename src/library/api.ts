import type { OperationName } from './operations.ts'

/** What a call of the API takes; the declarations of the package have the exact types of each operation (`scripts/api-types.ts`). */
export interface OperationRequest {
  path?: Readonly<Record<string, string | number>>
  query?: Readonly<Record<string, unknown>>
  /** Sent as JSON. */
  body?: unknown
  signal?: AbortSignal
}

/** A method for each operation that an API key may call: it resolves with the parsed JSON, or of a file with the response itself. */
export type ApiClient = Record<OperationName, (request?: OperationRequest) => Promise<unknown>>
