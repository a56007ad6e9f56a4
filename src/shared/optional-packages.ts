import { AppError } from './errors.ts'

/** Loads a part that imports packages which a checkout has, and which an installed Sitesounder has when its user adds them. */

export interface OptionalPart {
  /** What cannot be done without them, as the beginning of a sentence: `A PostgreSQL database`. */
  purpose: string
  packages: readonly string[]
}

export const postgresPart: OptionalPart = { purpose: 'A PostgreSQL database', packages: ['pg', 'pg-boss'] }
export const lighthousePart: OptionalPart = { purpose: 'Lighthouse on this machine', packages: ['lighthouse'] }

/** What to do about packages that are not installed. */
export function missingPackagesText({ purpose, packages }: OptionalPart): string {
  const isOne = packages.length === 1
  const names = packages.join(' and ')
  return `${purpose} needs the package${isOne ? '' : 's'} ${names}: run "npm install ${packages.join(' ')}" where Sitesounder is installed.`
}

/** @throws AppError 'unavailable' with the command that adds the packages, where one of them is not installed. */
export async function loadOptional<T>(part: OptionalPart, load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (cause) {
    if (!isMissingPackage(cause, part)) throw cause
    throw new AppError('unavailable', missingPackagesText(part), { cause })
  }
}

function isMissingPackage(error: unknown, { packages }: OptionalPart): boolean {
  if (!(error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')) return false
  return packages.some(name => error.message.includes(`'${name}'`))
}
