/**
 * Separators that end a line in some readers of JSON, and characters that act on a terminal or editor that shows the file, or on an
 * editor: DEL and C1 controls, bidirectional controls, zero-width characters, annotations and noncharacters of the basic plane.
 */
const ACTING =
  /[\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufdd0-\ufdef\ufeff\ufff9-\ufffb\ufffe\uffff]/g

/**
 * A value as JSON (RFC 8259) that every reader takes and nothing in it steers a terminal: what acts is escaped, which loses nothing.
 * Halves of surrogate pairs are no text, and some readers refuse them even escaped: they become U+FFFD.
 */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, wellFormed).replace(ACTING, escaped)
}

function wellFormed(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed() : value
}

/** Outside of strings JSON has ASCII only, so this is always within one. */
function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
