import { remembered } from '#shared/remembered.ts'
import { textWidth, visibleCharacters } from '#shared/text-width.ts'

/** How long a text is in a search result, and how to say so. */
interface TextLength {
  /** Columns: what the limits are about. */
  width: number
  /** For a table; the limits are about Latin characters, of which a Japanese one takes the room of two. */
  inWords: string | number
  /** Some of its characters are wider than Latin ones, so that a reader who counts gets another number. */
  isWide: boolean
}

export const textLength = remembered((text: string): TextLength => {
  const width = textWidth(text)
  const characters = visibleCharacters(text)
  const isWide = width !== characters
  return { width, isWide, inWords: isWide ? `${characters}, as wide as ${width}` : width }
})

/** Such as ` (8 of at least 11 characters)`. */
export function tooShortNote({ width, inWords, isWide }: TextLength, atLeast: number): string {
  return isWide ? ` (${inWords} Latin ones, of at least ${atLeast})` : ` (${width} of at least ${atLeast} characters)`
}

/** Such as ` (more than 60 characters)`. */
export function tooLongNote({ isWide }: TextLength, atMost: number): string {
  return isWide ? ` (wider than ${atMost} Latin characters)` : ` (more than ${atMost} characters)`
}
