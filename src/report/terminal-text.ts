import { plainText } from '#shared/plain-text.ts'

/** Text of a crawled site as a terminal may be given it: on one line, and what would act on the terminal shown instead. */
export function terminalText(text: string): string {
  return plainText(text.replace(LINE_ENDS_AND_TABS, ' '))
}

const LINE_ENDS_AND_TABS = /[\t\r\n]+/g

/** At most `width` characters, with an ellipsis at the end for what was cut. */
export function cutEnd(text: string, width: number): string {
  const characters = [...text]
  if (characters.length <= width) return text
  return `${characters.slice(0, Math.max(0, width - 1)).join('')}…`
}

/** At most `width` characters, with an ellipsis in the middle: both ends of a URL say something. */
export function cutMiddle(text: string, width: number): string {
  const characters = [...text]
  if (characters.length <= width) return text
  const kept = Math.max(0, width - 1)
  const head = Math.ceil(kept / 2)
  const tail = characters.length - (kept - head)
  return `${characters.slice(0, head).join('')}…${characters.slice(tail).join('')}`
}
