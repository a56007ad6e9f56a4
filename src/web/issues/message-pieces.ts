import type { IssueResponse } from '#shared/api/issues.ts'

interface MessagePiece {
  piece: string
  isUrl: boolean
  /** Offset in the message. */
  start: number
}

/** Without the punctuation of the sentence at its end. */
const URLS = /https?:\/\/[^\s<>"“”]+[^\s<>"“”.,:;!?)\]]/g

/** A message as URLs and the text between them. */
export function messagePieces(text: string): MessagePiece[] {
  const pieces: MessagePiece[] = []
  let end = 0
  for (const { 0: url, index } of text.matchAll(URLS)) {
    if (index > end) pieces.push({ piece: text.slice(end, index), isUrl: false, start: end })
    pieces.push({ piece: url, isUrl: true, start: index })
    end = index + url.length
  }
  if (end < text.length) pieces.push({ piece: text.slice(end), isUrl: false, start: end })
  return pieces
}

/** The message of an issue of one page without the URL of its head, where what is left is still a sentence. */
export function withoutOwnUrl({
  message,
  pageUrl,
  affectedCount,
}: Pick<IssueResponse, 'message' | 'pageUrl' | 'affectedCount'>): string {
  const named = `: ${pageUrl}`
  const at = message.indexOf(named)
  const rest = message.slice(at + named.length)
  const isOmitted = affectedCount === 1 && at > 0 && (rest === '' || rest.startsWith(' ('))
  return isOmitted ? message.slice(0, at) + rest : message
}
