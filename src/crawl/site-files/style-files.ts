import { isBotChallenge, MAX_CHALLENGE_BYTES } from '#extract/bot-challenge.ts'
import { styleUrls } from '#extract/style-urls.ts'
import type { FetchResult } from '#fetch/fetch.ts'
import { isSuccess } from '#shared/http-status.ts'
import type { SiteFacts, StyleFile } from '#shared/site-facts.ts'
import { normalizeUrl } from '#shared/url.ts'
import { isInScope } from '../scope.ts'
import { type LaterContext, mayRequest, request } from './later-responses.ts'

/** Style sheets that are read: a site has a few, and each of its pages loads them. */
const MAX_STYLE_SHEETS = 10
/** Files of theirs that are kept in all. */
const MAX_FILES = 100
/** Of them requested, one at a time. */
const MAX_REQUESTS = 40
/** An icon font with its parts is smaller. */
const MAX_CSS = 256 * 1024

/** What style sheets of the site name, and how the site responds to it. null when there is no style sheet, or the options forbid it. */
export async function fetchStyleFiles(context: LaterContext): Promise<StyleFile[] | null> {
  const { checkpoint, store, claim, state, halt } = context
  if (halt.aborted || checkpoint.homeUrl === null || !state.options.probesResources) return null
  const site = await store.crawls.siteFacts(claim.crawlId)
  const files = new Map<string, StyleFile>()
  let requests = 0
  for (const styleSheetUrl of await styleSheetsOf(site)) {
    for (const url of await urlsIn(context, styleSheetUrl)) {
      if (halt.aborted || files.size >= MAX_FILES) break
      if (files.has(url)) continue
      const known = await knownFile(site, { url, styleSheetUrl })
      const mayAsk = known === null && requests < MAX_REQUESTS && isOwn(context, url) && mayRequest(context, url)
      if (mayAsk) requests++
      files.set(
        url,
        mayAsk ? await requestedFile(context, { url, styleSheetUrl }) : (known ?? unknownFile({ url, styleSheetUrl })),
      )
    }
  }
  return halt.aborted || files.size === 0 ? null : [...files.values()]
}

async function styleSheetsOf(site: SiteFacts): Promise<string[]> {
  const urls: string[] = []
  const choice = {
    scope: 'internal',
    kinds: ['stylesheet'],
    response: 'responded',
    statusFrom: 200,
    statusTo: 200,
  } as const
  for await (const batch of site.targets(choice)) {
    for (const { url, mediaType } of batch) if (mediaType === 'text/css') urls.push(url)
    if (urls.length >= MAX_STYLE_SHEETS) break
  }
  return urls.slice(0, MAX_STYLE_SHEETS)
}

async function urlsIn(context: LaterContext, styleSheetUrl: string): Promise<string[]> {
  if (!mayRequest(context, styleSheetUrl)) return []
  const response = await request(context, { url: styleSheetUrl, body: 'all' })
  if (response.kind === 'failure' || !isSuccess(response.status)) return []
  const css = new TextDecoder().decode(response.body.subarray(0, MAX_CSS))
  return styleUrls(css).flatMap(written => {
    const url = normalizeUrl(written, styleSheetUrl)
    return url === null ? [] : [url]
  })
}

type Named = Pick<StyleFile, 'url' | 'styleSheetUrl'>

/** Files of other hosts are left alone, and what browsers block is not requested either. */
const isOwn = ({ checkpoint }: LaterContext, url: string): boolean =>
  checkpoint.homeUrl !== null &&
  isInScope(url, checkpoint.scopeHost) &&
  URL.parse(url)?.protocol === URL.parse(checkpoint.homeUrl)?.protocol

const unknownFile = (named: Named): StyleFile => ({ ...named, statuses: [], isBotChallenge: false })

/** A page of the crawl names the file, too, so that its status is known. */
async function knownFile(site: SiteFacts, named: Named): Promise<StyleFile | null> {
  const target = await site.target(named.url)
  if (target === null || (target.status === null && target.failure === null)) return null
  return { ...named, statuses: target.attempts.map(({ status }) => status), isBotChallenge: target.isBotChallenge }
}

async function requestedFile(context: LaterContext, named: Named): Promise<StyleFile> {
  const first = await request(context, { url: named.url, body: 'none' })
  const isLost = first.kind === 'failure' || first.status >= LOST_FROM
  const responses = isLost ? [first, await request(context, { url: named.url, body: 'none' })] : [first]
  return { ...named, statuses: responses.map(statusOf), isBotChallenge: responses.some(isChallenge) }
}

const LOST_FROM = 400

const statusOf = (response: FetchResult): number | null => (response.kind === 'response' ? response.status : null)

const isChallenge = (response: FetchResult): boolean =>
  response.kind === 'response' &&
  isBotChallenge({
    status: response.status,
    headers: response.headers,
    bodyText: new TextDecoder().decode(response.body.subarray(0, MAX_CHALLENGE_BYTES)),
  })
