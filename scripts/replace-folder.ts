import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'

/** Puts a folder in the place of another by renames, so that what is read meanwhile stays whole. */
export async function replaceFolder(target: string, replacement: string): Promise<void> {
  const old = `${target}.old-${process.pid}`
  await mkdir(path.dirname(target), { recursive: true })
  if (existsSync(target)) await rename(target, old)
  await rename(replacement, target)
  await rm(old, { recursive: true, force: true })
}
