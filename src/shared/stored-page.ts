import type { FieldValue } from './custom-fields.ts'
import type { PageFacts } from './facts.ts'

/**
 * What is stored of a page that was read: its facts depend on nothing else, and are extracted again when they are needed. Bytes alone, so
 * that the store need not know what they hold.
 */
export interface StoredPage {
  /** Version of the extraction whose facts were checked. */
  extractor: number
  /** What the extraction reads beside the documents, such as the headers of the response, as JSON. */
  context: Uint8Array
  /** As received, in its content codings. */
  body: Uint8Array
  /** The document after its scripts ran, compressed; null: they were not run. */
  rendered: Uint8Array | null
  /** It was read with credentials: stored encrypted. */
  isSecret: boolean
  /** What reading it resulted in, for the website's next crawl; null where that is not kept. */
  result: Uint8Array | null
}

/** Of the extraction. To be raised with every change of what is extracted from the same response: pages that were checked before say so. */
export const EXTRACTOR = 5

/** Implemented where pages are extracted. null: it took longer, or more memory, than a page may. */
export type ExtractFacts = (page: StoredPage) => Promise<PageFacts | null>

/** The same for the custom fields of these lines, without the other facts. */
export type ReadFields = (page: StoredPage, fields: readonly string[]) => Promise<FieldValue[] | null>
