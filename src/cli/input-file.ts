import { readFile } from 'node:fs/promises'
import { UsageError } from './command.ts'

/** In place of a file: standard input, or standard output. */
export const STANDARD_STREAM = '-'
/** Far more than any file takes that a command reads whole. */
const MAX_BYTES = 256 * 1024 * 1024

/**
 * The text of a file, `-` for standard input; a byte order mark is no part of it. `of` names it at the beginning of a sentence.
 *
 * @throws UsageError for one that cannot be read, or that is too long.
 */
export async function readInput(
  file: string,
  of: string,
  input: AsyncIterable<Uint8Array> = process.stdin,
): Promise<string> {
  const text = file === STANDARD_STREAM ? await textOf(input, of) : await readFile(file, 'utf8').catch(unreadable)
  return text.replace(/^\uFEFF/, '')

  function unreadable(error: NodeJS.ErrnoException): never {
    throw new UsageError(`${of} cannot be read (${error.code}).`)
  }
}

async function textOf(input: AsyncIterable<Uint8Array>, of: string): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of input) {
    parts.push(part)
    bytes += part.length
    if (bytes > MAX_BYTES) throw new UsageError(`${of}: standard input is too long.`)
  }
  return Buffer.concat(parts).toString('utf8')
}

/** The file to write; undefined for standard output, which `-` names, too. */
export function fileNamed(given: string | undefined): string | undefined {
  return given === STANDARD_STREAM ? undefined : given
}
