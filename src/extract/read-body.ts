import { type DecodedBody, decodeBody } from './charset.ts'
import { fileFormatOf } from './file-format.ts'
import type { ExtractInput } from './page.ts'
import { headerValues } from './response-facts.ts'

/** The document of a response; that of another file is empty. */
export function readBody(input: ExtractInput): { format: string | null; body: Uint8Array; decoded: DecodedBody } {
  const format = fileFormatOf(input.body)
  const body = format === null ? input.body : new Uint8Array()
  const decoded = decodeBody({
    bytes: body,
    contentType: headerValues(input, 'content-type')[0] ?? null,
    isTruncated: input.isTruncated || input.isCutOff === true,
  })
  return { format, body, decoded }
}
