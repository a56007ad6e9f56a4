import { UsageError } from '#cli/command.ts'
import { SettingError } from '#settings/setting.ts'
import { AppError } from '#shared/errors.ts'

/** The audit cannot be made as it was requested: a wrong option, a website that may not be crawled. The message is one sentence. */
export class AuditError extends Error {
  override readonly name: string = 'AuditError'
}

/** The error as callers of the library see it; an internal error as it is. */
export function toAuditError(error: unknown): unknown {
  if (error instanceof UsageError || error instanceof SettingError || error instanceof AppError)
    return new AuditError(error.message, { cause: error })
  return error
}
