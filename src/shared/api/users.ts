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
  /** Left out: one is generated and told in the answer, this once. */
  password: z.optional(passwordSchema),
})

export const resetPasswordSchema = z.object({ password: z.optional(passwordSchema) })

/** null: the admin chose the password. */
const generatedPassword = z.nullable(z.string())

export const userEndpoints = {
  listUsers: { access: 'admin', scope: 'none', method: 'GET', path: '/api/users', answer: z.array(userSchema) },
  addUser: {
    access: 'admin',
    scope: 'none',
    method: 'POST',
    path: '/api/users',
    body: addUserSchema,
    answer: z.object({ user: userSchema, generatedPassword }),
  },
  /** Ends all sessions and API keys of that user. */
  resetPassword: {
    access: 'admin',
    scope: 'none',
    method: 'POST',
    path: '/api/users/:id/password',
    body: resetPasswordSchema,
    answer: z.object({ generatedPassword }),
  },
  /** Ends all sessions and API keys of that user. */
  disableUser: {
    access: 'admin',
    scope: 'none',
    method: 'POST',
    path: '/api/users/:id/disable',
    answer: messageSchema,
  },
  enableUser: {
    access: 'admin',
    scope: 'none',
    method: 'POST',
    path: '/api/users/:id/enable',
    answer: messageSchema,
  },
} as const satisfies EndpointTable
