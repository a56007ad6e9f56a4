import * as z from 'zod/mini'

/** Who may sign in, and as what (specification, sections 3 and 6). Anonymous visitors have no account. */

export const roles = ['admin', 'user'] as const
export type Role = (typeof roles)[number]

/** The two accounts that every installation has (specification, section 9). */
export const BUILT_IN_ACCOUNTS = [
  { id: 1, username: 'admin', role: 'admin' },
  { id: 2, username: 'user', role: 'user' },
] as const satisfies readonly { id: number; username: string; role: Role }[]

/** What the browser knows of the signed-in user, and keeps for display. */
export const signedInUserSchema = z.object({ id: z.int(), username: z.string(), role: z.enum(roles) })
export type SignedInUser = z.infer<typeof signedInUserSchema>

export const USERNAME_MAX_CHARACTERS = 64
/** Letters, digits and a few marks, beginning with a letter or digit: nothing that could pass for another name or for markup. */
const USERNAME_FORM = /^[a-z0-9][a-z0-9._@+-]*$/i
export const USERNAME_INVALID = `A username has 1 to ${USERNAME_MAX_CHARACTERS} letters, digits or any of . _ @ + -, and begins with a letter or digit`

export const usernameSchema = z
  .string('Enter a username')
  .check(
    z.trim(),
    z.minLength(1, 'Enter a username'),
    z.maxLength(USERNAME_MAX_CHARACTERS, USERNAME_INVALID),
    z.regex(USERNAME_FORM, USERNAME_INVALID),
  )

/** Length alone makes a password strong (OWASP ASVS 5.0, 6.2.1 and 6.2.9); the maximum bounds the work of hashing. */
export const PASSWORD_MIN_CHARACTERS = 12
export const PASSWORD_MAX_CHARACTERS = 256

export const passwordSchema = z
  .string('Enter a password')
  .check(
    z.minLength(PASSWORD_MIN_CHARACTERS, `A password has at least ${PASSWORD_MIN_CHARACTERS} characters`),
    z.maxLength(PASSWORD_MAX_CHARACTERS, `A password has at most ${PASSWORD_MAX_CHARACTERS} characters`),
  )
