import { ApiError, serverTexts } from '../queries/api-client.ts'

/** The sentence for a login that failed: the specification's for wrong credentials, else what server or network said. */
export function loginFailure(error: unknown): string {
  if (error instanceof ApiError && error.status === 401) return 'Invalid username or password.'
  return serverTexts(error) ?? 'The server could not be reached. Please try again.'
}
