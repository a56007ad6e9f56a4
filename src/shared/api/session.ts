import * as z from 'zod/mini'
import { PASSWORD_MAX_CHARACTERS, passwordSchema, signedInUserSchema, USERNAME_MAX_CHARACTERS } from '../account.ts'
import type { EndpointTable } from './contract.ts'
import { id, messageSchema } from './values.ts'

/** Bounds alone: a form of its own would tell which names and passwords cannot be. */
export const loginSchema = z.object({
  username: z.string().check(z.trim(), z.maxLength(USERNAME_MAX_CHARACTERS)),
  password: z.string().check(z.maxLength(PASSWORD_MAX_CHARACTERS)),
})

export const loggedInSchema = z.object({
  user: signedInUserSchema,
  /** Websites of the visitor that the user had crawled, too: their crawls now stand under the user's id. */
  movedWebsites: z.array(z.object({ from: id, to: id })),
})

export const sessionSchema = z.object({ user: z.nullable(signedInUserSchema) })

export const changePasswordSchema = z.object({
  currentPassword: z.string().check(z.maxLength(PASSWORD_MAX_CHARACTERS)),
  newPassword: passwordSchema,
})

export const sessionEndpoints = {
  login: {
    access: 'anyone',
    scope: 'none',
    method: 'POST',
    path: '/api/login',
    body: loginSchema,
    answer: loggedInSchema,
  },
  logout: { access: 'anyone', scope: 'none', method: 'POST', path: '/api/logout', answer: messageSchema },
  session: { access: 'anyone', scope: 'read', method: 'GET', path: '/api/session', answer: sessionSchema },
  changePassword: {
    access: 'user',
    scope: 'none',
    method: 'POST',
    path: '/api/password',
    body: changePasswordSchema,
    answer: messageSchema,
  },
} as const satisfies EndpointTable
