import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'
import type { Context } from 'hono'
import { acceptedCodings } from './accepted-codings.ts'

const JSON_TYPE = { 'Content-Type': 'application/json' }
/** About what one packet holds: below, compressing saves no time. */
const MIN_COMPRESSED_BYTES = 1_400
const compress = promisify(gzip)

/**
 * Answers with JSON: lists of issues shrink to a tenth. Only what GET asks for is compressed: answers that hold a secret, such as a new
 * key, come from other methods, and the length of a compressed text tells of what is in it.
 */
export async function jsonAnswer(context: Context, answer: unknown): Promise<Response> {
  const json = Buffer.from(JSON.stringify(answer))
  const accepted = acceptedCodings(context.req.header('accept-encoding') ?? '')
  if (context.req.method !== 'GET' || json.byteLength < MIN_COMPRESSED_BYTES || !accepted.has('gzip'))
    return context.body(json, 200, JSON_TYPE)
  const compressed = await compress(json, { level: constants.Z_BEST_SPEED + 2 })
  return context.body(compressed, 200, { ...JSON_TYPE, 'Content-Encoding': 'gzip', Vary: 'Accept-Encoding' })
}
