import { isHtmlOrUndeclared } from '#fetch/media-type.ts'

/** Beginnings by which a body without a type is taken for HTML (WHATWG MIME sniffing, section 7.1, abridged). */
const HTML_BEGINNINGS = ['<!doctype html', '<html', '<head', '<body', '<title', '<h1', '<div', '<!--']
const SNIFFED_BYTES = 512

/** HTML only by its type; a body without a type is sniffed. */
export function isHtmlResponse(mediaType: string, body: Uint8Array): boolean {
  if (mediaType !== '') return isHtmlOrUndeclared(mediaType)
  const start = new TextDecoder('latin1').decode(body.subarray(0, SNIFFED_BYTES)).trimStart().toLowerCase()
  return HTML_BEGINNINGS.some(beginning => start.startsWith(beginning))
}
