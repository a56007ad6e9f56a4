import { foldedKey } from '#shared/white-space.ts'

/** Whether a text has all typed words, in any order and any case; any text does where nothing was typed. */
export function wordSearch(typed: string): (text: string) => boolean {
  const words = foldedKey(typed).split(' ').filter(Boolean)
  return text => {
    const key = foldedKey(text)
    return words.every(word => key.includes(word))
  }
}
