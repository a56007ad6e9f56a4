import { MEGABYTE } from '#shared/constants.ts'
import { AppError } from '#shared/errors.ts'
import type { After } from '#shared/wait.ts'

export interface UploadLimits {
  maxBytes: number
  after: After
}

/** Eight kilobytes a second: a file that arrives more slowly would keep its place for minutes, and others wait for it. */
const WINDOW_MS = 10_000
const MIN_WINDOW_BYTES = 80 * 1_024

/**
 * A file that is sent as the body of a request, as it arrives.
 *
 * @throws AppError 413 in the middle of a file that is too large, 503 of one that arrives too slowly.
 */
export async function* readUpload(
  body: ReadableStream<Uint8Array>,
  { maxBytes, after }: UploadLimits,
): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  let bytes = 0
  let isTooSlow = false
  const watch = (bytesBefore: number) =>
    after(WINDOW_MS, () => {
      isTooSlow = bytes - bytesBefore < MIN_WINDOW_BYTES
      // Ends a read that waits.
      if (isTooSlow) reader.cancel().catch(() => {})
      else endWatch = watch(bytes)
    })
  let endWatch = watch(0)
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      bytes += next.value.length
      if (bytes > maxBytes)
        throw new AppError('too-large', `The file is larger than ${Math.floor(maxBytes / MEGABYTE)} MB`)
      yield next.value
    }
    if (isTooSlow) throw new AppError('unavailable', 'The file arrived too slowly.')
  } finally {
    endWatch()
    reader.cancel().catch(() => {})
  }
}
