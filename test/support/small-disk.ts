import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** A file system of a few megabytes that can be filled and emptied: a full disk as the kernel makes it, not a made-up one. */
export interface SmallDisk extends Disposable {
  folder: string
  /** Leaves so many bytes. */
  fill(bytesLeft: number): void
  makeRoom(): void
}

/** null where only the administrator may mount, or the system knows no such thing. */
export function mountSmallDisk(megabytes: number): SmallDisk | null {
  const folder = mkdtempSync(path.join(tmpdir(), 'sitesounder-disk-'))
  try {
    run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder])
  } catch {
    rmSync(folder, { recursive: true })
    return null
  }
  const ballast = path.join(folder, 'ballast')
  return {
    folder,
    fill(bytesLeft) {
      const { bavail, bsize } = statfsSync(folder)
      try {
        writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - bytesLeft), 1))
      } catch (error) {
        // Others have written since it was looked at: it is full, as it should be.
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
      }
    },
    makeRoom: () => rmSync(ballast, { force: true }),
    [Symbol.dispose]() {
      run('umount', [folder])
      rmSync(folder, { recursive: true })
    },
  }
}

function run(program: string, parameters: readonly string[]): void {
  execFileSync(program, parameters, { stdio: 'ignore' })
}
