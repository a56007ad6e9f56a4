import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'

/**
 * Builds into a folder of its own and puts that in the place of another by renames, so that what is read meanwhile stays whole. A build
 * that fails leaves the other folder as it was.
 */
export async function replaceFolder(target: string, build: (folder: string) => Promise<void>): Promise<void> {
  const replacement = `${target}.${process.pid}`
  const old = `${target}.old-${process.pid}`
  try {
    await build(replacement)
    await mkdir(path.dirname(target), { recursive: true })
    if (existsSync(target)) await rename(target, old)
    await rename(replacement, target)
    await rm(old, { recursive: true, force: true })
  } finally {
    await rm(replacement, { recursive: true, force: true })
  }
}
