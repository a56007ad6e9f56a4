import { passwordSchema, usernameSchema } from '#shared/account.ts'
import type { UserResponse } from '#shared/api/users.ts'

/** Why a typed username is invalid, as a sentence; undefined when it is valid. */
export function usernameProblem(username: string): string | undefined {
  return firstProblem(usernameSchema.safeParse(username))
}

/** Why a new password is invalid; an empty one is valid: the server then generates one. */
export function passwordProblem(password: string): string | undefined {
  return password === '' ? undefined : firstProblem(passwordSchema.safeParse(password))
}

function firstProblem(result: { error?: { issues: readonly { message: string }[] } | undefined }): string | undefined {
  return result.error?.issues[0]?.message
}

/** Users whose name or role contains the text, whatever its case; all of them for an empty one. */
export function visibleUsers(users: readonly UserResponse[], search: string): UserResponse[] {
  const sought = search.trim().toLowerCase()
  return users.filter(({ username, role }) => [username, role].some(text => text.toLowerCase().includes(sought)))
}
