/** Size in pixels at which a desktop result sets its titles. */
export const TITLE_FONT_PX = 20

/**
 * Estimated width in pixels of a text in a search result, set in Arial: advance widths of the font by class of character, in
 * thousandths of the size. An estimate for display; no check decides by it.
 */
export function textPixels(text: string, fontPx: number): number {
  let thousandths = 0
  for (const character of text) thousandths += advanceOf(character)
  return Math.round((thousandths * fontPx) / 1_000)
}

function advanceOf(character: string): number {
  return advances.find(([set]) => set.test(character))?.[1] ?? 1_000
}

const advances: readonly (readonly [set: RegExp, thousandths: number])[] = [
  [/[\p{Mn}\p{Cf}\p{Cc}]/u, 0],
  [/[ijl'|]/, 222],
  [/[It.,:;/!\\[\] f]/, 278],
  [/[r()\-{}"`]/, 333],
  [/[ckJsvxyz]/, 500],
  [/[FTZ]/, 611],
  [/[ABEKPSVXY&]/, 667],
  [/[CDHNRUw]/, 722],
  [/[GOQ]/, 778],
  [/[mM]/, 833],
  [/[W%@]/, 944],
  [/[a-z0-9L\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}]/u, 556],
  [/[\u2010-\u2027$#*+<=>?_~^]/, 556],
]

export interface Cut {
  shown: string
  isCut: boolean
}

const ELLIPSIS = '…'
/** Where less than this share would be left before the last word, the word is cut within. */
const LEAST_SHARE = 0.4

/** A text as a search engine shows it where there is so much room: cut after a word, with an ellipsis. */
export function cutAtPixels(text: string, { maxPx, fontPx }: { maxPx: number; fontPx: number }): Cut {
  if (textPixels(text, fontPx) <= maxPx) return { shown: text, isCut: false }
  const room = ((maxPx - textPixels(ELLIPSIS, fontPx)) * 1_000) / fontPx
  let thousandths = 0
  let end = 0
  for (const character of text) {
    thousandths += advanceOf(character)
    if (thousandths > room) break
    end += character.length
  }
  const lastSpace = text.lastIndexOf(' ', end)
  const isWordKept = lastSpace >= end * LEAST_SHARE
  return { shown: `${text.slice(0, isWordKept ? lastSpace : end).trimEnd()} ${ELLIPSIS}`, isCut: true }
}
