import type { Context } from 'hono'
import type { After } from '#shared/wait.ts'
import type { Download } from './downloads.ts'
import type { ErrorLog } from './errors.ts'

/** A file as a response, made while it is sent. */
export interface StreamResponse {
  mediaType: string
  fileName: string
  /** To be kept rather than shown. */
  isDownload: boolean
  /** All of it text, or all of it bytes. Nothing has been read yet. */
  body: AsyncIterable<string> | AsyncIterable<Uint8Array>
  headers?: Readonly<Record<string, string>>
  /** Made by many reads: its pieces take turns with those of other downloads. */
  isLong?: true
}

export interface StreamDeps {
  log: ErrorLog
  /** Breaks the connection of a request off; false where there is none, as in a test. */
  breakOff: (context: Context) => boolean
  after: After
}

export interface SendDeps extends StreamDeps {
  /** Of the visitor who sent the request. */
  openDownload: () => Download
  /** Rejects once the caller may no longer have the file. Absent: it is the caller's own. */
  readmit?: () => Promise<unknown>
}

const CHUNK_CHARACTERS = 64 * 1024
/** A reader who takes longer than this for one chunk, a kilobyte a second, loses the connection, and with it their place among the downloads. */
const CHUNK_TAKEN_MS = 60_000

/**
 * Sends a file as fast as it is taken: a slow reader holds one chunk in memory. What is wrong before the first chunk is an error like
 * any other. After it, the status is sent already: then the connection breaks, so that half a file never passes for a whole one.
 */
export async function sendStream(context: Context, response: StreamResponse, deps: SendDeps): Promise<Response> {
  const { openDownload, readmit } = deps
  const made = inChunks(response.body)
  const allowed = readmit ? whileAdmitted(made, readmit) : made
  const chunks = response.isLong ? inTurns(allowed, openDownload) : allowed
  const first = await chunks.next()
  const headers = {
    ...response.headers,
    'Content-Type': response.mediaType,
    'Content-Disposition': contentDisposition(response),
  }
  if (context.req.raw.method === 'HEAD') {
    await chunks.return(undefined)
    return context.body(null, 200, headers)
  }
  return context.body(streamOf({ first, chunks }, { ...deps, context }), 200, headers)
}

interface Chunks {
  first: IteratorResult<Uint8Array, void>
  chunks: AsyncGenerator<Uint8Array, void>
}

function streamOf({ first, chunks }: Chunks, { context, log, breakOff, after }: StreamDeps & { context: Context }) {
  const { method, path, raw } = context.req
  let next: Promise<IteratorResult<Uint8Array, void>> | null = Promise.resolve(first)
  let endDeadline = () => {}
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        endDeadline()
        try {
          const { done, value } = await (next ?? chunks.next())
          next = null
          if (done) controller.close()
          else {
            controller.enqueue(value)
            // The sender takes the next chunk when the reader has taken this one.
            endDeadline = after(CHUNK_TAKEN_MS, () => breakOff(context))
          }
        } catch (cause) {
          const hasLeft = raw.signal.aborted
          if (!hasLeft) log.error('response was aborted', { method, path, cause })
          // What the cause says is the log's business. With the connection gone, the sender cancels the stream.
          if (hasLeft || !breakOff(context)) controller.error(new Error('The response was aborted.'))
        }
      },
      async cancel() {
        endDeadline()
        await chunks.return(undefined)
      },
    },
    { highWaterMark: 0 },
  )
}

/** Taken on with the first chunk, so that a refusal comes before the headers. */
async function* inTurns(
  chunks: AsyncGenerator<Uint8Array, void>,
  openDownload: () => Download,
): AsyncGenerator<Uint8Array, void> {
  const download = openDownload()
  try {
    for (;;) {
      const next = await download.turn(() => chunks.next())
      if (next.done) return
      yield next.value
    }
  } finally {
    download.close()
    await chunks.return(undefined)
  }
}

/** Checks before each chunk that the caller may still have it: a grant that is taken back ends what is under way. */
async function* whileAdmitted(
  chunks: AsyncGenerator<Uint8Array, void>,
  readmit: () => Promise<unknown>,
): AsyncGenerator<Uint8Array, void> {
  for await (const chunk of chunks) {
    await readmit()
    yield chunk
  }
}

/** Text gathered into chunks worth sending, in UTF-8; bytes as they are, in chunks of that size. */
async function* inChunks(parts: AsyncIterable<string> | AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  const encoder = new TextEncoder()
  let held = ''
  for await (const part of parts) {
    if (typeof part !== 'string') {
      for (let at = 0; at < part.length; at += CHUNK_CHARACTERS) yield part.subarray(at, at + CHUNK_CHARACTERS)
    } else {
      held += part
      if (held.length < CHUNK_CHARACTERS) continue
      yield encoder.encode(held)
      held = ''
    }
  }
  if (held !== '') yield encoder.encode(held)
}

const UNSAFE_IN_NAME = /[^A-Za-z0-9._-]+/g
/** What RFC 8187 (§3.2.1, attr-char) does not allow and encodeURIComponent leaves as it is. */
const NOT_ATTRIBUTE = /['()*]/g

/**
 * The header that names a file (RFC 6266): for old clients in letters, digits, dots and hyphens, for all others in full. No name can
 * end the value or begin another header.
 */
export function contentDisposition({ isDownload, fileName }: { isDownload: boolean; fileName: string }): string {
  const plain = fileName.replace(UNSAFE_IN_NAME, '-')
  const full = encodeURIComponent(fileName.toWellFormed()).replace(
    NOT_ATTRIBUTE,
    character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${isDownload ? 'attachment' : 'inline'}; filename="${plain}"; filename*=UTF-8''${full}`
}
