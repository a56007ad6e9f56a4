import * as z from 'zod/mini'
import { PASSWORD_MAX_CHARACTERS, passwordSchema, signedInUserSchema, USERNAME_MAX_CHARACTERS } from '../account.ts'
import type { EndpointTable } from './contract.ts'
import { flag } from './query.ts'
import { id, messageSchema } from './values.ts'

/** Bounds alone: a pattern would reveal which names and passwords cannot be. */
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
    response: loggedInSchema,
    tag: 'Signing in',
    summary: 'Sign in',
    description: 'The response sets the session cookie. Websites of the visitor then belong to the user.',
    alsoFails: ['unauthorized', 'unavailable'],
    exampleBody: { username: 'ann', password: 'a long password' },
  },
  logout: {
    access: 'anyone',
    scope: 'none',
    method: 'POST',
    path: '/api/logout',
    response: messageSchema,
    tag: 'Signing in',
    summary: 'Sign out',
    query: { everywhere: flag({ about: 'Ends all sessions of the user, on all devices.' }) },
  },
  session: {
    access: 'anyone',
    share: 'overview',
    scope: 'read',
    method: 'GET',
    path: '/api/session',
    response: sessionSchema,
    tag: 'Signing in',
    summary: 'Who is signed in, or whose API key it is; `user` is null without a session',
  },
  changePassword: {
    access: 'user',
    scope: 'none',
    method: 'POST',
    path: '/api/password',
    body: changePasswordSchema,
    response: messageSchema,
    tag: 'Signing in',
    summary: 'Change your password; ends your other sessions',
    alsoFails: ['forbidden', 'unavailable'],
    exampleBody: { currentPassword: 'a long password', newPassword: 'another long password' },
  },
} as const satisfies EndpointTable
