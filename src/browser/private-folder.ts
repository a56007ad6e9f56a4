import { accessSync, constants, lstatSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { AppError } from '#shared/errors.ts'

/**
 * Folders in which browsers keep their profile and temporary files. Chromium listens on a Unix socket in there and ends at once where
 * the path of that is too long, as it is on macOS and wherever TMPDIR lies deep: such a folder is made in /tmp instead.
 */

/** Of a Unix socket on macOS; Linux has four more. */
const MAX_SOCKET_PATH = 103
/** What Chromium adds to its folder for temporary files; Chrome and Edge have shorter names. */
const SOCKET = '/.org.chromium.Chromium.XXXXXX/SingletonSocket'
/** The longest that this program adds: a purpose, the number of a process, six random characters. */
const OWN_NAME = '/sitesounder-lighthouse-4194304-XXXXXX'
const MAX_PARENT = MAX_SOCKET_PATH - SOCKET.length - OWN_NAME.length
/** As long as TMPDIR may be. */
export const SHORT_PARENT = '/tmp'
const SHORT_PARENTS = [SHORT_PARENT, '/var/tmp']
const OTHERS_MAY_WRITE = 0o022
const OTHERS_MAY_ANYTHING = 0o077
const STICKY = 0o1000

/**
 * Makes a folder that only this user can open, whose name begins with `prefix`.
 * @throws AppError unavailable when no parent takes one.
 */
export function makePrivateFolder(prefix: string): string {
  let cause: unknown
  for (const parent of parents()) {
    try {
      const folder = mkdtempSync(path.join(parent, prefix))
      if (isPrivate(folder)) return folder
      rmSync(folder, { recursive: true })
    } catch (error) {
      cause = error
    }
  }
  const message = 'No private folder for temporary files can be made: set TMPDIR to a folder that this user can write.'
  throw new AppError('unavailable', message, { cause })
}

/** Full paths of the folders with this prefix that were made here and not removed, by this process or another. */
export function privateFolders(prefix: string): string[] {
  return parents().flatMap(parent =>
    namesIn(parent)
      .filter(name => name.startsWith(prefix))
      .map(name => path.join(parent, name)),
  )
}

/** The folder for temporary files that a browser is given where it needs no private one. */
export function shortTemporaryFolder(): string {
  return parents()[0] ?? tmpdir()
}

/** Where folders may be made, best first. The system's own stays the last resort: not every browser needs a short one. */
function parents(): string[] {
  const own = tmpdir()
  if (process.platform === 'win32') return [own]
  const isShort = Buffer.byteLength(own) <= MAX_PARENT
  return [...new Set([...(isShort ? [own] : []), ...SHORT_PARENTS.filter(isSafeParent), own])]
}

/** Whether no other user can put another folder in the place of one that was made there. */
export function isSafeParent(parent: string): boolean {
  try {
    accessSync(parent, constants.W_OK | constants.X_OK)
    const { mode, uid } = statSync(parent)
    const isOfSystem = uid === 0 || uid === process.getuid?.()
    return isOfSystem && ((mode & OTHERS_MAY_WRITE) === 0 || (mode & STICKY) !== 0)
  } catch {
    // It is not there, or not for this user.
    return false
  }
}

/** A file system without owners and modes, such as FAT, opens each folder to every user. */
function isPrivate(folder: string): boolean {
  if (process.platform === 'win32') return true
  const { mode, uid } = lstatSync(folder)
  return uid === process.getuid?.() && (mode & OTHERS_MAY_ANYTHING) === 0
}

function namesIn(parent: string): string[] {
  try {
    return readdirSync(parent)
  } catch {
    // One that cannot be listed holds nothing that could be removed.
    return []
  }
}
