import { isBotChallenge } from '#extract/bot-challenge.ts'
import type { FetchResult } from '#fetch/fetch.ts'
import { mediaTypeOf } from '#fetch/media-type.ts'
import type { LlmsFileFacts, LlmsLink } from '#shared/host-facts.ts'
import { HTTP_OK, isRedirection } from '#shared/http-status.ts'
import { normalizeUrl } from '#shared/url.ts'
import { isInScope } from '../scope.ts'
import { isHtmlResponse } from '../visit/html-response.ts'
import { confirmedResponses, type LaterContext, mayRequest, request } from './later-responses.ts'

/** Links of the file that are requested; those beyond are not checked. */
const MAX_LINKS = 20

/**
 * Reads llms.txt of the start page's host and requests the URLs of the site that it lists. null when robots.txt or the options
 * forbid it.
 */
export async function fetchLlmsFile(context: LaterContext): Promise<LlmsFileFacts | null> {
  const { checkpoint, state, halt } = context
  if (checkpoint.homeUrl === null || !state.options.probesResources) return null
  const url = new URL('/llms.txt', checkpoint.homeUrl).href
  if (!mayRequest(context, url)) return null
  const response = await request(context, { url, body: 'all' })
  if (halt.aborted) return null
  const facts = factsOf(url, response)
  if (response.kind === 'failure' || response.status !== HTTP_OK || facts.isHtml || facts.isBotChallenge) return facts
  const { links, ...text } = readLlmsText(new TextDecoder().decode(response.body))
  const requested = await fetchLinks(context, { links, base: url })
  return halt.aborted ? null : { ...facts, ...text, links: requested }
}

function factsOf(url: string, response: FetchResult): LlmsFileFacts {
  const nothing = { characters: 0, hasTitle: false, totalLinks: 0, start: '', links: [] }
  if (response.kind === 'failure') {
    return { url, status: null, mediaType: '', isBotChallenge: false, isHtml: false, ...nothing }
  }
  const { status, headers, body } = response
  const bodyText = new TextDecoder().decode(body.subarray(0, MAX_CHALLENGE_BYTES))
  const mediaType = mediaTypeOf(headers)
  // Most servers send text/plain, whatever it is.
  const isHtml =
    status === HTTP_OK && (isHtmlResponse(mediaType, body) || HTML_START.test(bodyText.slice(0, MAX_START)))
  return { url, status, mediaType, isBotChallenge: isBotChallenge({ status, headers, bodyText }), isHtml, ...nothing }
}

const MAX_CHALLENGE_BYTES = 20 * 1024
const MAX_START = 500
const HTML_START = /^\s*<(?:!doctype\s+html|html|head|body)\b/i

async function fetchLinks(
  context: LaterContext,
  { links, base }: { links: readonly { line: number; href: string }[]; base: string },
): Promise<LlmsLink[]> {
  const byUrl = new Map<string, number>()
  for (const { line, href } of links) {
    const url = normalizeUrl(href, base)
    if (url !== null && isInScope(url, context) && !byUrl.has(url)) byUrl.set(url, line)
  }
  const requested: LlmsLink[] = []
  for (const [url, line] of byUrl) {
    if (requested.length >= MAX_LINKS || context.halt.aborted) break
    if (!mayRequest(context, url)) continue
    const { last, statuses } = await confirmedResponses(() => request(context, { url, body: 'none' }))
    requested.push({ line, url, statuses, location: locationOf(last) })
  }
  return requested
}

const MAX_LOCATION = 2_000

function locationOf(response: FetchResult): string | null {
  if (response.kind !== 'response' || !isRedirection(response.status)) return null
  const location = response.headers.find(([name]) => name === 'location')?.[1]
  return location?.slice(0, MAX_LOCATION).toWellFormed() ?? null
}

/** What an llms.txt (llmstxt.org) holds: Markdown with a heading of the first level and lists of links. */
interface LlmsText {
  characters: number
  hasTitle: boolean
  totalLinks: number
  /** The first lines, cut. */
  start: string
  /** In order; URLs as written. */
  links: { line: number; href: string }[]
}

const MAX_LINES = 20_000
const MAX_LINE = 5_000
const MAX_READ_LINKS = 2_000
const MAX_SHOWN_START = 500

/** `# Name`; underlined headings count, too. */
const TITLE = /^ {0,3}#(?:\s+\S|$)/
const UNDERLINE = /^ {0,3}=+\s*$/
/** `[text](URL "title")`, `<URL>` and bare URLs. */
const LINK =
  /\]\(\s*<?([^\s<>()]{1,2000}(?:\([^\s<>()]{0,200}\)[^\s<>()]{0,500})?)|(https?:\/\/[^\s<>()[\]"'`]{1,2000})/gi

/** What ends the sentence or the emphasis around a bare URL is none of it (CommonMark has no bare URLs; GFM, 6.9). */
const withoutPunctuation = (url: string): string => url.replace(/[?!.,:;*_~]{1,20}$/, '')

/** Accepts any text. */
export function readLlmsText(source: string): LlmsText {
  const text = source.replace(/^\uFEFF/, '').trim()
  const links: LlmsText['links'] = []
  let hasTitle = false
  let totalLinks = 0
  const lead = source.slice(0, source.indexOf(text)).split('\n').length
  for (const [index, whole] of text.split(/\r\n|\r|\n/, MAX_LINES).entries()) {
    const line = whole.slice(0, MAX_LINE)
    hasTitle ||= TITLE.test(line) || (index > 0 && UNDERLINE.test(line))
    for (const [, inText, bare] of line.matchAll(LINK)) {
      totalLinks++
      if (links.length < MAX_READ_LINKS)
        links.push({ line: lead + index, href: inText ?? withoutPunctuation(bare ?? '') })
    }
  }
  return { characters: text.length, hasTitle, totalLinks, start: text.slice(0, MAX_SHOWN_START).toWellFormed(), links }
}
