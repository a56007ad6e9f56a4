import * as z from 'zod/mini'
import { passwordSchema, roles, signedInUserSchema, usernameSchema } from '../account.ts'
import type { EndpointTable } from './contract.ts'
import { messageSchema, timestamp } from './values.ts'

export const userSchema = z.object({
  ...signedInUserSchema.shape,
  isBuiltIn: z.boolean(),
  isDisabled: z.boolean(),
  createdAt: timestamp,
  lastSignInAt: z.nullable(timestamp),
  websiteCount: z.number(),
})

export type UserResponse = z.infer<typeof userSchema>

export const addUserSchema = z.object({
  username: usernameSchema,
  role: z.enum(roles),
  /** Omitted: one is generated and returned in this response only. */
  password: z.optional(passwordSchema),
})

export const resetPasswordSchema = z.object({ password: z.optional(passwordSchema) })

/** null: the admin chose the password. */
const generatedPassword = z.nullable(z.string())

export const userEndpoints = {
  listUsers: {
    access: 'admin',
    scope: 'none',
    method: 'GET',
    path: '/api/users',
    response: z.array(userSchema),
    tag: 'Administration',
    summary: 'All users',
  },
  addUser: {
    access: 'admin',
    scope: 'none',
    method: 'POST',
    path: '/api/users',
    body: addUserSchema,
    response: z.object({ user: userSchema, generatedPassword }),
    tag: 'Administration',
    summary: 'Add a user',
    description: 'Without a password one is generated, and shown in this response only.',
    alsoFails: ['conflict', 'unavailable'],
    exampleBody: { username: 'ann', role: 'user' },
  },
  /** Ends all sessions and API keys of that user. */
  resetPassword: {
    access: 'admin',
    scope: 'none',
    method: 'POST',
    path: '/api/users/:id/password',
    body: resetPasswordSchema,
    response: z.object({ generatedPassword }),
    tag: 'Administration',
    summary: 'Set a user’s password; ends all sessions and API keys of that user',
    alsoFails: ['unavailable'],
    exampleBody: { password: 'another long password' },
  },
  /** Ends all sessions and API keys of that user. */
  disableUser: {
    access: 'admin',
    scope: 'none',
    method: 'POST',
    path: '/api/users/:id/disable',
    response: messageSchema,
    tag: 'Administration',
    summary: 'Disable a user; ends all sessions and API keys of that user',
    alsoFails: ['conflict', 'unavailable'],
  },
  enableUser: {
    access: 'admin',
    scope: 'none',
    method: 'POST',
    path: '/api/users/:id/enable',
    response: messageSchema,
    tag: 'Administration',
    summary: 'Enable a disabled user',
    alsoFails: ['unavailable'],
  },
} as const satisfies EndpointTable
