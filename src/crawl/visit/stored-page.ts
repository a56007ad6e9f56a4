import { constants, zstdCompressSync } from 'node:zlib'
import { type ExtractInput, extractPage } from '#extract/extract.ts'
import { extractFields } from '#extract/extract-fields.ts'
import { extractRenderedPage } from '#extract/extract-rendered.ts'
import { compileFields } from '#extract/fields/read-fields.ts'
import { type CodedBody, type Coding, decodeAtOnce, zlibOutput } from '#fetch/content-coding.ts'
import { type FieldValue, fieldsOf } from '#shared/custom-fields.ts'
import type { PageFacts } from '#shared/facts.ts'
import type { RenderedPage } from '#shared/rendering.ts'
import { EXTRACTOR, type StoredPage } from '#shared/stored-page.ts'

/** Pages as they are stored: written when they are visited, and read by the same extraction as then. */

/** What the extraction is given. */
export interface ExtractedFrom {
  input: ExtractInput
  /** null: its scripts were not to be run. */
  rendered: RenderedPage | null
}

interface Context {
  /** Values of custom fields are stored apart, and read again with other fields. */
  input: Omit<ExtractInput, 'body' | 'fields'>
  codings: readonly Coding[]
  rendered: Omit<Extract<RenderedPage, { ok: true }>, 'html'> | Extract<RenderedPage, { ok: false }> | null
}

/** Speed over size: most bodies come compressed, and few are read again. */
const COMPRESSION = { info: true, params: { [constants.ZSTD_c_compressionLevel]: 1 } }
/** More than any setting lets a body have. Those that are compressed here hold what they were made of. */
const MAX_DECODED_BYTES = 1024 * 1024 * 1024

/** `coded`: the body as it arrived, where it is coded and complete. */
export function storePage(
  { input, rendered }: ExtractedFrom,
  { coded, isSecret }: { coded: CodedBody | undefined; isSecret: boolean },
): StoredPage {
  const { body, fields: _, ...rest } = input
  const { bytes, codings } = coded ?? compressed(body)
  const context: Context = { input: rest, codings, rendered: rendered && withoutHtml(rendered) }
  return {
    extractor: EXTRACTOR,
    context: new TextEncoder().encode(JSON.stringify(context)),
    // Of its own: the buffer is passed to another thread.
    body: new Uint8Array(bytes),
    rendered: rendered?.ok ? new Uint8Array(compressed(rendered.html).bytes) : null,
    isSecret,
    result: null,
  }
}

/** The page as it is stored again where the server says that it has not changed. */
export function renewStoredPage(page: StoredPage, renewed: Partial<Context['input']>): StoredPage {
  const context: Context = JSON.parse(new TextDecoder().decode(page.context))
  const input = { ...context.input, ...renewed }
  return { ...page, extractor: EXTRACTOR, context: new TextEncoder().encode(JSON.stringify({ ...context, input })) }
}

/** What the extraction was given when the page was visited. */
export function readStoredPage({ context, body, rendered }: StoredPage): ExtractedFrom {
  const { input, codings, rendered: how }: Context = JSON.parse(new TextDecoder().decode(context))
  const html = rendered === null ? new Uint8Array() : decoded({ bytes: rendered, codings: ['zstd'] })
  return {
    input: { ...input, body: decoded({ bytes: body, codings }) },
    rendered: how?.ok ? { ...how, html } : how,
  }
}

/** The response of a page that was read as the server sent it, without its body. */
export type StoredResponse = Pick<ExtractInput, 'status' | 'headers' | 'transferBytes' | 'isTruncated' | 'isCutOff'> & {
  codings: readonly Coding[]
}

/** null where the scripts of the page were run. */
export function readStoredResponse({ context, rendered }: StoredPage): StoredResponse | null {
  if (rendered !== null) return null
  const { input, codings }: Context = JSON.parse(new TextDecoder().decode(context))
  return { ...input, codings }
}

/** null where it is larger when it is decoded. */
export function readStoredBody(
  { body }: StoredPage,
  { codings, maxBytes }: { codings: readonly Coding[]; maxBytes: number },
): { body: Uint8Array; coded: CodedBody } | null {
  const whole = decodeAtOnce(Buffer.from(body.buffer, body.byteOffset, body.byteLength), codings, maxBytes)
  return typeof whole === 'string' ? null : { body: whole, coded: { bytes: body, codings } }
}

/** The facts that were checked, if this version of the extraction is the one that extracted them. */
export function extractStoredPage(page: StoredPage): PageFacts {
  return extractFacts(readStoredPage(page))
}

/** What a crawl would have read of a page, had it had these custom fields, of which these are the lines. */
export function readStoredFields(page: StoredPage, fields: readonly string[]): FieldValue[] {
  const { input, rendered } = readStoredPage(page)
  return extractFields({ ...input, fields: compiled(fields) }, rendered)
}

/** Those that were compiled last: the same fields are read of one page after the other. */
let last = { lines: '', fields: compileFields([]) }

function compiled(fields: readonly string[]) {
  const lines = fields.join('\n')
  if (lines !== last.lines) last = { lines, fields: compileFields(fieldsOf(fields)) }
  return last.fields
}

export function extractFacts({ input, rendered }: ExtractedFrom): PageFacts {
  return rendered === null ? extractPage(input) : extractRenderedPage(input, rendered)
}

function withoutHtml(page: RenderedPage): Context['rendered'] {
  if (!page.ok) return page
  const { html: _, ...rest } = page
  return rest
}

function compressed(bytes: Uint8Array): CodedBody {
  return { bytes: zlibOutput(zstdCompressSync(bytes, COMPRESSION)), codings: ['zstd'] }
}

function decoded({ bytes, codings }: CodedBody): Uint8Array {
  // As where the response alone is of interest.
  if (bytes.byteLength === 0) return bytes
  const body = decodeAtOnce(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), codings, MAX_DECODED_BYTES)
  if (typeof body === 'string') throw new Error('a stored body cannot be decoded')
  return body
}
