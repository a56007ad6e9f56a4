import { passwordSchema } from '#shared/account.ts'

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
