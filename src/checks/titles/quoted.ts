const MAX_QUOTED = 80

/** A text of a page, in quotes and cut for a sentence; whole characters only. */
export function quoted(text: string): string {
  const characters = [...text.slice(0, MAX_QUOTED * 2)]
  return characters.length <= MAX_QUOTED
    ? `“${characters.join('')}”`
    : `“${characters.slice(0, MAX_QUOTED - 1).join('')}…”`
}
