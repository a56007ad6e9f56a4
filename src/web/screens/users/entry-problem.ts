import { passwordSchema, usernameSchema } from '#shared/account.ts'

/** What is wrong with a username as typed, as a sentence; undefined when it will do. */
export function usernameProblem(username: string): string | undefined {
  return firstProblem(usernameSchema.safeParse(username))
}

/** The same for a new password; an empty one will do, as it asks for one to be made. */
export function passwordProblem(password: string): string | undefined {
  return password === '' ? undefined : firstProblem(passwordSchema.safeParse(password))
}

function firstProblem(result: { error?: { issues: readonly { message: string }[] } | undefined }): string | undefined {
  return result.error?.issues[0]?.message
}
