import { MAX_LOC_LENGTH, type SitemapEntry, type SitemapProblem } from './sitemap-entry.ts'

const LINE_END = /\r\n|\r|\n/
const ADDRESS = /^https?:\/\//i

/** A text file that lists one address a line (sitemaps.org, "Text file"). It is one when its first line is an address. */
export class TextSitemap {
  problem: SitemapProblem | null = null
  #rest = ''
  #entries: SitemapEntry[] = []
  #isSitemap = false
  #line = 0

  get kind(): 'text' | 'none' {
    return this.#isSitemap ? 'text' : 'none'
  }

  push(piece: string): void {
    const lines = (this.#rest + piece).split(LINE_END)
    const last = lines.pop() ?? ''
    for (const line of lines) this.#read(line)
    // What is too long already stays so.
    this.#rest = last.slice(0, MAX_LOC_LENGTH + 1)
  }

  end(): void {
    this.#read(this.#rest)
    this.#rest = ''
    if (!this.#isSitemap) this.problem = 'not-a-sitemap'
  }

  take(): SitemapEntry[] {
    const entries = this.#entries
    this.#entries = []
    return entries
  }

  #read(line: string): void {
    this.#line++
    const loc = line.trim()
    if (loc === '' || this.problem !== null) return
    if (ADDRESS.test(loc) && loc.length <= MAX_LOC_LENGTH) {
      this.#isSitemap = true
      this.#entries.push({ loc, alternates: [], lastModified: '', line: this.#line })
    } else if (!this.#isSitemap) this.problem = 'not-a-sitemap'
  }
}
