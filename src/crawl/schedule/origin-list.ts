import { byUrlStart } from '../url-start.ts'

/** The position of no origin. */
export const NO_ORIGIN = 0

/** Origins by position, so that a number stands for each. */
export class OriginList {
  readonly #origins: string[] = []
  readonly #positions = new Map<string, number>()
  readonly #originOf = byUrlStart(url => new URL(url).origin)

  positionOf(url: string): number {
    const origin = this.#originOf(url)
    const known = this.#positions.get(origin)
    if (known !== undefined) return known
    const position = this.#origins.push(origin)
    this.#positions.set(origin, position)
    return position
  }

  /** undefined at NO_ORIGIN. */
  at(position: number): string | undefined {
    return this.#origins[position - 1]
  }
}
