/** Characters that no compression shortens much: a database that compresses what it indexes has to hold them, too. */
export function randomText(length: number, { seed, characters }: { seed: number; characters: string }): string {
  let state = seed
  return Array.from({ length }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return characters[Math.floor((state / 2 ** 31) * characters.length)]
  }).join('')
}

const URL_CHARACTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~'
const CHINESE_CHARACTERS = String.fromCharCode(...Array.from({ length: 4_000 }, (_, index) => 0x4e00 + 5 * index))

/** Of characters that URLs hold as they are. */
export function randomLetters(length: number, seed = 1): string {
  return randomText(length, { seed, characters: URL_CHARACTERS })
}

/** Of characters that take three bytes each. */
export function randomChinese(length: number, seed = 1): string {
  return randomText(length, { seed, characters: CHINESE_CHARACTERS })
}
