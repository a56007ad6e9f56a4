import { passwordSchema } from '#shared/account.ts'
import { ApiError, failureReason } from '../queries/api-client.ts'

/** The message for a failed login: one sentence for wrong credentials, else the reason. */
export function loginFailure(error: unknown): string {
  if (error instanceof ApiError && error.status === 401) return 'Invalid username or password.'
  return failureReason(error)
}

/** Why a new password is invalid; null when the browser finds nothing. The server checks more. */
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
