/**
 * Estimated width in pixels of a title in a desktop result, set in Arial at 20 px: advance widths of the font by class of
 * character, in thousandths of the size. An estimate for display; no check decides by it.
 */
export function titlePixels(title: string): number {
  let thousandths = 0
  for (const character of title) thousandths += advances.find(([set]) => set.test(character))?.[1] ?? 1_000
  return Math.round((thousandths * 20) / 1_000)
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
