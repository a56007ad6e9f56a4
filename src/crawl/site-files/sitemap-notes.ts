import type { SitemapProblem } from '#extract/sitemap-entry.ts'

/** A fault that keeps a file from being read whole. */
export type ReadingFault = SitemapProblem | 'too-large' | 'nested-index'

const FAULT_WORDS: Record<ReadingFault, string> = {
  'not-a-sitemap': 'it is no sitemap',
  malformed: 'its XML is broken, so only what stands before that was read',
  doctype: 'it has a document type declaration, which is not read',
  'too-many': 'it lists more than 50,000 URLs, and only so many were read',
  'too-large': 'it is larger than 50 MB, and only so much was read',
  'nested-index': 'it is an index that another index lists, which the protocol does not allow',
}
/** Sentences about single files; the others are counted. */
const MAX_SENTENCES = 5
const MAX_SHOWN_URL = 200

/** Notes about faults of the sitemaps of a crawl, for a person. */
export class SitemapNotes {
  readonly #sentences: string[] = []
  #others = 0
  #end: string | null = null

  addUnread(url: string, detail: string): void {
    this.#add(`The sitemap ${shown(url)} could not be read: ${withoutFullStop(detail)}.`)
  }

  addFault(url: string, fault: ReadingFault): void {
    this.#add(`The sitemap ${shown(url)} is not in order: ${FAULT_WORDS[fault]}.`)
  }

  addFull(urls: number): void {
    this.#end = `The sitemaps list more URLs than this crawl has room for: ${urls} that no link leads to were taken in.`
  }

  addUnrequested(files: number): void {
    this.#end = `${counted(files)} not requested, because there are too many or too many did not respond.`
  }

  sentences(): string[] {
    const others = this.#others === 0 ? [] : [`${counted(this.#others)} not in order or could not be read.`]
    return [...this.#sentences, ...others, ...(this.#end === null ? [] : [this.#end])]
  }

  #add(sentence: string): void {
    if (this.#sentences.length < MAX_SENTENCES) this.#sentences.push(sentence)
    else this.#others++
  }
}

function counted(files: number): string {
  return files === 1 ? '1 more sitemap was' : `${files} more sitemaps were`
}

function shown(url: string): string {
  return url.length > MAX_SHOWN_URL ? `${url.slice(0, MAX_SHOWN_URL)}…` : url
}

function withoutFullStop(text: string): string {
  return text.endsWith('.') ? text.slice(0, -1) : text
}
