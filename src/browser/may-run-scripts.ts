/** Script elements, handlers in attributes, and documents within attributes. */
const SCRIPT = /<[a-z:]*script|\son[a-z]+\s*=|javascript:|srcdoc/i

/**
 * Whether a document can change after it has loaded: false only where nothing in its source could. A body with NUL is taken for one in an
 * encoding that hides its letters, such as UTF-16.
 */
export function mayRunScripts(body: Uint8Array): boolean {
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('latin1')
  return SCRIPT.test(text) || text.includes('\0')
}
