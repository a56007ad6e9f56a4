/** `type/subtype` of token characters (RFC 9110 §5.6.2), without parameters. */
const ESSENCE = /^[!#$%&'*+.^_`|~0-9a-z-]+\/[!#$%&'*+.^_`|~0-9a-z-]+$/
/** Longer values are not matched. */
const MAX_ESSENCE_LENGTH = 255

/**
 * The media type of a response in lower case without parameters, '' when there is no valid one. Of several
 * values the last valid one counts (Fetch standard, "extract a MIME type"); invalid values are ignored.
 */
export function mediaTypeOf(headers: readonly (readonly [string, string])[]): string {
  let found = ''
  for (const [name, value] of headers) {
    if (name !== 'content-type') continue
    for (const part of value.split(',')) {
      const end = part.indexOf(';')
      const essence = (end === -1 ? part : part.slice(0, end)).trim().toLowerCase()
      if (essence.length <= MAX_ESSENCE_LENGTH && essence !== '*/*' && ESSENCE.test(essence)) found = essence
    }
  }
  return found
}

/** Whether a response of this media type is read as a page: HTML, XHTML, or none declared. */
export function isHtmlOrUndeclared(mediaType: string): boolean {
  return mediaType === '' || mediaType === 'text/html' || mediaType === 'application/xhtml+xml'
}
