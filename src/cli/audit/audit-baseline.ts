import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { type Baseline, readBaseline } from '#report/baseline/read-baseline.ts'
import { UsageError } from '../command.ts'
import type { AuditRequest } from './audit-options.ts'

/**
 * The earlier report that was named, undefined when none was. Read before the crawl, so that a wrong file costs no time. Throws
 * UsageError when it cannot be read, AppError when it is no report.
 */
export async function openBaseline({
  baseline: file,
  output,
}: Pick<AuditRequest, 'baseline' | 'output'>): Promise<Baseline | undefined> {
  if (file === undefined) return undefined
  const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
    throw unreadable(file, error)
  })
  // It is read more than once: a pipe would be empty the second time.
  if (!found.isFile()) throw new UsageError(`The baseline ${file} is no file.`)
  const written = output === undefined ? null : await stat(output).catch(() => null)
  if (written && written.ino === found.ino && written.dev === found.dev)
    throw new UsageError('--output names the file of --baseline, which would be overwritten while it is read.')
  return readBaseline({ name: `The baseline ${file}`, open: () => fileText(file) })
}

async function* fileText(file: string): AsyncIterable<string> {
  try {
    yield* createReadStream(file, 'utf8')
  } catch (error) {
    if (isErrno(error)) throw unreadable(file, error)
    throw error
  }
}

function isErrno(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error
}

function unreadable(file: string, { code }: NodeJS.ErrnoException): UsageError {
  return new UsageError(`The baseline ${file} cannot be read (${code}).`)
}
