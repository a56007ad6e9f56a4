import { readFile } from 'node:fs/promises'
import { parseUrlList } from '#shared/url-list.ts'
import { UsageError } from '../command.ts'

/** Far more than any limit allows; a larger file is no list of addresses. */
const MAX_BYTES = 256 * 1024 * 1024
const STANDARD_INPUT = '-'

/**
 * The addresses of the file that was named, `-` for standard input; null when none was. Throws UsageError with a sentence when it
 * cannot be read, or holds what is no address of the site.
 */
export async function readListedUrls(
  request: { urls: string | undefined; url: string; limit: number },
  input: AsyncIterable<Uint8Array> = process.stdin,
): Promise<string[] | null> {
  if (request.urls === undefined) return null
  const text = request.urls === STANDARD_INPUT ? await textOf(input) : await textOfFile(request.urls)
  // A byte order mark is no part of the first line.
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)
  const list = parseUrlList(lines, { siteUrl: request.url, max: request.limit })
  if (!list.ok) throw new UsageError(`--urls: ${list.message}.`)
  return list.urls
}

async function textOfFile(file: string): Promise<string> {
  return await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`The file ${file} of --urls cannot be read (${error.code}).`)
  })
}

async function textOf(input: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of input) {
    parts.push(part)
    bytes += part.length
    if (bytes > MAX_BYTES) throw new UsageError('--urls: standard input is too long for a list of addresses.')
  }
  return Buffer.concat(parts).toString('utf8')
}
