import { isBotChallenge, MAX_CHALLENGE_BYTES } from '#extract/bot-challenge.ts'
import type { FetchResult } from '#fetch/fetch.ts'
import { mediaTypeOf } from '#fetch/media-type.ts'
import type { SecurityFileFacts } from '#shared/host-facts.ts'
import { isHtmlResponse } from '../visit/html-response.ts'
import { confirmedResponses, type LaterContext, mayRequest, request } from './later-responses.ts'

/** The second one is from before RFC 9116, which still allows it. */
const PATHS = ['/.well-known/security.txt', '/security.txt'] as const
const MAX_TEXT = 32 * 1_024

/**
 * Reads security.txt (RFC 9116) of the start page's host. null when robots.txt or the options forbid it, and for private hosts, whose
 * visitors need no such file.
 */
export async function fetchSecurityFile(context: LaterContext): Promise<SecurityFileFacts | null> {
  const { checkpoint, state, halt, isPrivateHost } = context
  if (checkpoint.homeUrl === null || isPrivateHost || !state.options.probesResources) return null
  let facts: SecurityFileFacts | null = null
  for (const path of PATHS) {
    const url = new URL(path, checkpoint.homeUrl).href
    if (!mayRequest(context, url)) return null
    const { last, statuses } = await confirmedResponses(() => request(context, { url, body: 'all' }))
    if (halt.aborted) return null
    const found = factsOf({ url, last, statuses }, context.now())
    if (isThere(found)) return found
    facts ??= found
  }
  return facts
}

function isThere({ statuses, isHtml }: SecurityFileFacts): boolean {
  return statuses.at(-1) === 200 && !isHtml
}

function factsOf(
  { url, last, statuses }: { url: string; last: FetchResult; statuses: SecurityFileFacts['statuses'] },
  nowMs: number,
): SecurityFileFacts {
  const nothing = { isBotChallenge: false, isHtml: false, hasContact: false, expires: [], isExpired: false }
  if (last.kind === 'failure') return { url, statuses, ...nothing }
  const { status, headers, body } = last
  const bodyText = new TextDecoder().decode(body.subarray(0, MAX_CHALLENGE_BYTES))
  const isChallenge = isBotChallenge({ status, headers, bodyText })
  const isHtml = status === 200 && isHtmlResponse(mediaTypeOf(headers), body)
  if (status !== 200 || isHtml || isChallenge) return { url, statuses, ...nothing, isBotChallenge: isChallenge, isHtml }
  const fields = readSecurityText(new TextDecoder().decode(body.subarray(0, MAX_TEXT)))
  const isExpired = fields.expires.some(expires => Date.parse(expires) < nowMs)
  return { url, statuses, ...nothing, ...fields, isExpired }
}

const MAX_EXPIRES = 5
const MAX_VALUE = 100
const FIELD = /^(contact|expires):[ \t]{0,100}(\S.{0,1000})$/i

/** The fields that every security.txt must have. Accepts any text. */
export function readSecurityText(text: string): Pick<SecurityFileFacts, 'hasContact' | 'expires'> {
  const expires: string[] = []
  let hasContact = false
  for (const line of text.split(/\r?\n/)) {
    const [, name = '', value = ''] = FIELD.exec(line) ?? []
    if (name.toLowerCase() === 'contact') hasContact = true
    else if (name !== '' && expires.length < MAX_EXPIRES) expires.push(value.trim().slice(0, MAX_VALUE).toWellFormed())
  }
  return { hasContact, expires }
}
