import type { CrawlRoute } from './outbound.ts'
import type { PageAudit } from './page-audit.ts'

/** Rendering: a browser runs the scripts of a page. Plain data: it crosses threads. */
export interface RenderQuestion {
  /** Of a crawl that has chosen one. */
  route?: CrawlRoute
  crawlId: number
  /** Of the response: no redirect leads to it. */
  url: string
  status: number
  headers: readonly (readonly [string, string])[]
  /** Content codings removed. The browser is given it, and does not request the page again. */
  body: Uint8Array
  /** The usual one when absent. */
  userAgent?: string
}

/** `loadedBytes`: what was loaded for it beside the page itself, decoded; none when absent. */
export type RenderedPage =
  | {
      ok: true
      /** The document as it stood in the end, as UTF-8. */
      html: Uint8Array
      /** It is longer than may be read; what is there is its beginning. */
      isTruncated: boolean
      /** Its scripts were not done when their time was up; it was read as it stood. */
      isCut: boolean
      /** Where it wanted to go by itself, the first time; it was kept from going. */
      redirectUrl: string | null
      /** Absent where the page could not be read. */
      audit?: PageAudit
      loadedBytes?: number
    }
  /** `why` ends the sentence “could not be rendered: …”. */
  | { ok: false; why: string; loadedBytes?: number }

/** Implemented where there is a browser. Never throws for what pages do. */
export type RenderPage = (question: RenderQuestion) => Promise<RenderedPage>
