import { AppError } from '#shared/errors.ts'

const NEWLINE = 0x0a
const MAX_BYTES = 4_096

/**
 * The first line without its end, at most 4 KiB of it; the rest stays unread. The stream is closed.
 *
 * @throws AppError bad-request when it is not UTF-8.
 */
export async function firstLine(input: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of input) {
    const end = part.indexOf(NEWLINE)
    parts.push(end < 0 ? part : part.subarray(0, end))
    bytes += part.length
    if (end >= 0 || bytes >= MAX_BYTES) break
  }
  const line = Buffer.concat(parts).subarray(0, MAX_BYTES)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(line).replace(/\r$/, '')
  } catch (cause) {
    throw new AppError('bad-request', 'The first line of standard input is not UTF-8 text', { cause })
  }
}
