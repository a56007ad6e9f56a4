import type { PageFacts, RenderingFacts } from '#shared/facts.ts'
import type { Indexability } from '#shared/indexability.ts'
import { remembered } from '#shared/remembered.ts'
import type { Skip } from './check.ts'
import { isOwnErrorPage, notFoundSignalsOf } from './content/not-found-phrases.ts'

/** Whether search results can show the page as it is, so that its texts are checked. */
export function isEligible(page: PageFacts): boolean {
  return ineligibleReason(page) === null
}

/** Why the page is not eligible, as a sentence; null if it is. */
export const ineligibleReason = remembered((page: PageFacts): string | null => {
  if (!isHtmlOk(page)) return `The page did not return HTML with status 200 (status ${page.response.status})`
  if (page.response.isCutOff) return CUT_OFF
  if (page.fileFormat !== undefined) return NOT_HTML
  if (page.isBotChallenge) return 'A bot protection page was returned instead of the page'
  if (page.isNoindex) return 'The page has noindex'
  if (isStub(page)) return SENT_ON
  if (hasForeignCanonical(page)) return 'The page is canonicalised to another URL'
  if (page.isAppShell) return 'The page needs JavaScript and was not rendered'
  // It is requested again at the end of the crawl, and `soft-404` reports it.
  if (notFoundSignalsOf(page, []).length > 0) return 'The page looks like an error page'
  if (isOwnErrorPage(page)) return 'The page is the error page of the site'
  return null
})

/** `content-type-mismatch` reports it. */
export const NOT_HTML = 'The response is a file that is sent as HTML'

/** Whether a search engine may index the page, as far as the page shows it. */
export function indexabilityOf(page: PageFacts): Indexability {
  if (page.response.status !== 200) return 'status'
  if (!isHtmlOk(page) || page.fileFormat !== undefined) return 'not-html'
  if (page.isBotChallenge) return 'bot-protection'
  if (page.isNoindex) return 'noindex'
  if (isSentOn(page)) return 'redirect'
  return hasForeignCanonical(page) ? 'canonicalised' : 'indexable'
}

/** Missing elements may have been in the missing part. */
export const CUT_OFF = 'The response is incomplete'

/** Search engines treat a refresh within a second as a redirect. */
export const INSTANT_SECONDS = 1

/** The page redirects to another URL at once, by a refresh or a script. */
export function isSentOn({ refresh, rendering, url }: Pick<PageFacts, 'refresh' | 'rendering' | 'url'>): boolean {
  if (rendering?.isRendered && rendering.redirectUrl !== null) return true
  return refresh !== null && refresh.url !== null && refresh.url !== url && refresh.delay <= INSTANT_SECONDS
}

/** The reason of a page that no visitor reads. */
export const SENT_ON = 'The page redirects to another URL'

/** A visitor has time to read a few words ("Click here if you are not redirected"), and they are no content. */
const MAX_STUB_SECONDS = 10
const MAX_STUB_WORDS = 50

/** The page only leads to another URL: at once, or after a few words. */
export function isStub(
  page: Pick<PageFacts, 'refresh' | 'rendering' | 'url'> & { content: Pick<PageFacts['content'], 'wordCount'> },
): boolean {
  if (isSentOn(page)) return true
  const { refresh, url, content } = page
  const leadsOn = refresh !== null && refresh.url !== null && refresh.url !== url
  return leadsOn && refresh.delay <= MAX_STUB_SECONDS && content.wordCount <= MAX_STUB_WORDS
}

/** Status 200 and HTML; an absent media type was sniffed as HTML, else there would be no facts. */
export function isHtmlOk(page: Pick<PageFacts, 'response'>): boolean {
  const { status, mediaType } = page.response
  return status === 200 && (mediaType === '' || mediaType === 'text/html' || mediaType === 'application/xhtml+xml')
}

/**
 * The canonical is another URL, as far as the page shows it: its response decides (`run-page-checks.ts`). A local or private copy of a
 * site has the public URL as canonical: if only the host differs, it is the same page.
 */
export function hasForeignCanonical(
  page: Pick<PageFacts, 'url' | 'canonicalUrl' | 'isCanonicalOwn' | 'isPrivateHost'>,
): boolean {
  if (page.canonicalUrl === null || page.canonicalUrl === page.url || page.isCanonicalOwn) return false
  if (!page.isPrivateHost) return true
  const [own, canonical] = [URL.parse(page.url), URL.parse(page.canonicalUrl)]
  return own?.pathname !== canonical?.pathname || own?.search !== canonical?.search
}

/** Why a check about the text of a page says nothing about such a one. */
export const IS_FRAMESET = 'The page only shows other pages in frames, which are checked instead'

/** In a path that begins below the html element, or further up with an outer frameset. */
const FRAME_OF_FRAMESET = /(?:^|> )frameset(?::nth-of-type\(\d+\))? > frame\b/

/** The page shows nothing but other pages, in frames: headings, text and links are theirs. */
export const isFrameset = remembered(({ links }: Pick<PageFacts, 'links'>): boolean =>
  links.some(link => link.kind === 'frame' && FRAME_OF_FRAMESET.test(link.path)),
)

type Rendered = Extract<RenderingFacts, { isRendered: true }>

/** The rendered facts of the page, or the reason to skip a check that needs them. */
export function renderedOrSkip({ rendering }: Pick<PageFacts, 'rendering'>): Rendered | Skip {
  if (rendering?.isRendered) return rendering
  return { skipped: rendering ? 'The page could not be rendered' : 'The crawl did not render JavaScript' }
}
