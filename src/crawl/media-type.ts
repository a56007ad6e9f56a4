/** Media type of a Content-Type value: lower case, no parameters; '' when absent. */
export function mediaTypeOf(contentType: string | undefined): string {
  return (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
}

const HTML_TYPES: ReadonlySet<string> = new Set(['text/html', 'application/xhtml+xml'])
/** Beginnings by which a body without a type is taken for HTML (WHATWG MIME sniffing, section 7.1, abridged). */
const HTML_BEGINNINGS = ['<!doctype html', '<html', '<head', '<body', '<title', '<h1', '<div', '<!--']
const SNIFFED_BYTES = 512

/** HTML only by its type; a body without a type is sniffed. */
export function isHtmlAnswer(mediaType: string, body: Uint8Array): boolean {
  if (mediaType !== '') return HTML_TYPES.has(mediaType)
  const start = new TextDecoder('latin1').decode(body.subarray(0, SNIFFED_BYTES)).trimStart().toLowerCase()
  return HTML_BEGINNINGS.some(beginning => start.startsWith(beginning))
}
