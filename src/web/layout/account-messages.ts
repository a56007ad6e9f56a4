import { passwordSchema } from '#shared/account.ts'
import { ApiError, serverTexts } from '../queries/api-client.ts'

/** The sentence for a login that failed: the specification's for wrong credentials, else what server or network said. */
export function loginFailure(error: unknown): string {
  if (error instanceof ApiError && error.status === 401) return 'Invalid username or password.'
  return serverTexts(error) ?? 'The server could not be reached. Please try again.'
}

/** What the browser can already say against a new password, null when nothing; the server says the rest. */
export function newPasswordMessage({
  newPassword,
  repeated,
}: {
  newPassword: string
  repeated: string
}): string | null {
  const checked = passwordSchema.safeParse(newPassword)
  if (!checked.success) return checked.error.issues[0]?.message ?? null
  return newPassword === repeated ? null : 'The two new passwords are not the same'
}
