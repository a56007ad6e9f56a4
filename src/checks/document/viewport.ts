import { remembered } from '#shared/remembered.ts'

/**
 * The pairs of a viewport value, names in lower case, the first of a name winning no more than in browsers: the last one
 * counts. Separators are comma, semicolon and blanks, as browsers read them (CSS Viewport, section 3). Mostly all pages of a website
 * have the same.
 */
export const parseViewport = remembered((content: string): ReadonlyMap<string, string> => {
  const pairs = new Map<string, string>()
  for (const part of content
    .toLowerCase()
    .replaceAll(/\s*=\s*/g, '=')
    .split(/[,;\s]+/)) {
    const [name = '', value = ''] = part.split('=', 2)
    if (name !== '') pairs.set(name, value)
  }
  return pairs
})

/** The number at the beginning of a value, as browsers read it (`1.0`, `5px`); null when there is none. */
export function leadingNumber(value: string | undefined): number | null {
  const number = Number.parseFloat(value ?? '')
  return Number.isNaN(number) ? null : number
}
