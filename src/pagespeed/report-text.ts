/** Text of Lighthouse's report, some of which the measured page wrote: bounded, on one line, without links. */
export function reportText(text: string, maxCharacters: number): string {
  // Cut before the patterns run, so that no pattern meets more than a little.
  const line = withoutLinks(text.slice(0, maxCharacters * EXTRA_FOR_LINKS))
    .replace(/\s+/g, ' ')
    .trim()
  return line.length <= maxCharacters ? line : `${line.slice(0, maxCharacters - 1).toWellFormed()}…`
}

/** URLs in links count for nothing in the text that is left. */
const EXTRA_FOR_LINKS = 4

/** The text of Markdown links, and of code between backquotes. */
function withoutLinks(text: string): string {
  return text.replace(/\[([^[\]]{1,300})\]\([^()\s]{1,2000}\)/g, '$1').replaceAll('`', '')
}
