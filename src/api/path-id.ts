import { AppError } from '#shared/errors.ts'

const DIGITS = /^[0-9]+$/

/**
 * The number that a path names, such as a website's.
 *
 * @throws AppError 400 for what is no whole number; `missing` for one that is too large for any id.
 */
export function pathNumber(pathId: string, { of, missing }: { of: string; missing: () => AppError }): number {
  if (!DIGITS.test(pathId)) throw new AppError('bad-request', `The ${of} id must be a whole number`)
  const id = Number(pathId)
  if (!Number.isSafeInteger(id)) throw missing()
  return id
}

export function websiteNotFound(): AppError {
  return new AppError('not-found', 'Website not found')
}

export function crawlNotFound(): AppError {
  return new AppError('not-found', 'Crawl not found')
}

export function userNotFound(): AppError {
  return new AppError('not-found', 'There is no such user')
}
