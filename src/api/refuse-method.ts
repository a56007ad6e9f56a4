import type { Context } from 'hono'
import { AppError } from '#shared/errors.ts'

/** @throws AppError 405, with the methods that there are (RFC 9110 §15.5.6). */
export function refuseMethod(context: Context, allowed: readonly string[]): never {
  context.header('Allow', allowed.join(', '))
  throw new AppError('method-not-allowed', `${context.req.method} is not possible at this address`)
}
