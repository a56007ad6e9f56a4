import { forgetOldest } from '#shared/forget-oldest.ts'
import { packUrls, URLS_OF_BLOCK, type UrlBlock, unpackUrls } from '#store/store.ts'

/** Blocks that stay unpacked: URLs that are named together are visited together. */
const UNPACKED_BLOCKS = 8

/**
 * The texts of all URLs of a crawl, by id. A crawl may know millions and needs few at a time, so they are kept compressed, some thousand
 * at once: as the log stores them, each takes some ten bytes.
 */
export class UrlTexts {
  readonly #blocks: UrlBlock[] = []
  /** By position of the block, the one used last at the end. */
  readonly #unpacked = new Map<number, string[]>()
  /** Those that are in no block yet. */
  #open: string[] = []
  #firstOpenId = 1

  get lastId(): number {
    return this.#firstOpenId + this.#open.length - 1
  }

  /** Returns its id: ids follow one another. */
  add(url: string): number {
    return this.#firstOpenId + this.#open.push(url) - 1
  }

  /** @throws when no URL has the id. */
  at(id: number): string {
    const url = id >= this.#firstOpenId ? this.#open[id - this.#firstOpenId] : this.#stored(id)
    if (url === undefined) throw new Error(`the frontier knows no URL with id ${id}`)
    return url
  }

  /** Packs what was added since the last call. */
  close(): UrlBlock[] {
    const closed: UrlBlock[] = []
    for (let from = 0; from < this.#open.length; from += URLS_OF_BLOCK)
      closed.push(packUrls(this.#firstOpenId + from, this.#open.slice(from, from + URLS_OF_BLOCK)))
    this.#blocks.push(...closed)
    this.#firstOpenId += this.#open.length
    this.#open = []
    return closed
  }

  /** Takes in a block that follows those before it; returns its URLs. */
  restore(block: UrlBlock): string[] {
    this.#blocks.push(block)
    this.#firstOpenId = block.firstId + block.count
    return unpackUrls(block)
  }

  clear(): void {
    this.#blocks.length = 0
    this.#unpacked.clear()
    this.#open = []
    this.#firstOpenId = 1
  }

  #stored(id: number): string | undefined {
    const position = this.#positionOf(id)
    const block = this.#blocks[position]
    return block && this.#unpack(block, position)[id - block.firstId]
  }

  #unpack(block: UrlBlock, position: number): string[] {
    const urls = this.#unpacked.get(position) ?? unpackUrls(block)
    this.#unpacked.delete(position)
    this.#unpacked.set(position, urls)
    forgetOldest(this.#unpacked, UNPACKED_BLOCKS)
    return urls
  }

  /** Position of the last block that begins at or before an id. */
  #positionOf(id: number): number {
    let [low, high] = [0, this.#blocks.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#blocks[middle]?.firstId ?? 0) <= id) low = middle + 1
      else high = middle
    }
    return low - 1
  }
}
