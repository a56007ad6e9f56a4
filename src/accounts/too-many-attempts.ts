import { AppError } from '#shared/errors.ts'

const SECOND_MS = 1_000
const MINUTE_SECONDS = 60

/** For a person who has to wait before the next try, which is possible in `waitMs`. */
export function tooManyAttempts(waitMs: number): AppError {
  const seconds = Math.max(1, Math.ceil(waitMs / SECOND_MS))
  const wait =
    seconds <= MINUTE_SECONDS ? counted(seconds, 'second') : counted(Math.ceil(seconds / MINUTE_SECONDS), 'minute')
  return new AppError('too-many', `Too many attempts. Please try again in ${wait}.`, { retryAfterSeconds: seconds })
}

function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
