import { isBotChallenge } from '#extract/bot-challenge.ts'
import type { FetchResult } from '#fetch/fetch.ts'
import { mediaTypeOf } from '#fetch/media-type.ts'
import type { Attempt } from '#shared/model.ts'
import type { RobotsResponse } from './known-robots.ts'

const SUCCESS_STATUS_MIN = 200
const REDIRECT_STATUS_MIN = 300
/** Of a web page in place of robots.txt, as much is shown. */
const SHOWN_BYTES = 200
/** A protection page is small. */
const MAX_CHALLENGE_BYTES = 20 * 1024
/** A doctype, or a tag that only stands near the start of a page. Comments may come before. */
const HTML_START = /^\s*(?:<!--[\s\S]{0,150}?-->\s*)?<(?:!doctype\s+html|html|head|body|script|meta|title|div)\b/i

/** How robots.txt was answered in the end, as far as checks want to know. */
export function robotsResponseOf(answer: FetchResult, attempts: readonly Attempt[]): RobotsResponse {
  const log = [...attempts]
  if (answer.kind === 'failure') {
    const { reason, detail } = answer
    return {
      status: null,
      failure: reason,
      failureDetail: detail,
      attempts: log,
      mediaType: '',
      isBotChallenge: false,
      htmlStart: '',
    }
  }
  const { status, headers, body } = answer
  const isGood = status >= SUCCESS_STATUS_MIN && status < REDIRECT_STATUS_MIN
  const bodyText = body.byteLength <= MAX_CHALLENGE_BYTES ? new TextDecoder().decode(body) : ''
  return {
    status,
    failure: null,
    failureDetail: '',
    attempts: log,
    mediaType: mediaTypeOf(headers),
    isBotChallenge: isBotChallenge({ status, headers, bodyText }),
    htmlStart: isGood ? htmlStartOf(body) : '',
  }
}

function htmlStartOf(body: Uint8Array): string {
  const start = new TextDecoder().decode(body.subarray(0, SHOWN_BYTES))
  return HTML_START.test(start) ? start.trim() : ''
}
