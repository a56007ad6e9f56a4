import { passwordSchema, usernameSchema } from '#shared/account.ts'

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
