import type { CallToolResult } from '@modelcontextprotocol/server'
import { dataBlock, fittingLine, MAX_DATA_WEIGHT, tokenWeight } from './data-block.ts'

/** What a tool responds with: sentences of our own first, in which nothing that was crawled stands, then the data. */

export type Reply = Pick<CallToolResult, 'isError'> & { content: { type: 'text'; text: string }[] }

export interface Rows {
  /** Of the rows from `offset` on. */
  rows: readonly object[]
  offset: number
  /** Rows in all; null where it is not known. */
  total: number | null
  /** There are more than `rows`. */
  hasMore: boolean
}

/** No row takes the room of all others. */
const MAX_ROW_WEIGHT = 1_500

/** A list: as many of its rows as one response may hold, and where the next ones begin. */
export function listReply(about: string, { rows, offset, total, hasMore }: Rows, nonce: string): Reply {
  const lines: string[] = []
  let weight = 0
  for (const row of rows) {
    const line = fittingLine(row, MAX_ROW_WEIGHT)
    weight += tokenWeight(line) + 1
    if (weight > MAX_DATA_WEIGHT) break
    lines.push(line)
  }
  const end = offset + lines.length
  const range = lines.length === 0 ? 'No rows' : `Rows ${offset + 1} to ${end}`
  const isMore = hasMore || lines.length < rows.length
  return words(
    `${about} ${range}${total === null ? '' : ` of ${total}`}.${isMore ? ` For the next ones, call again with offset ${end}.` : ''}`,
    lines.length === 0 ? '' : dataBlock(lines, nonce),
  )
}

/** One value, cut to what a response may hold. */
export function dataReply(about: string, data: object, nonce: string): Reply {
  return words(about, dataBlock([fittingLine(data)], nonce))
}

/** What was refused or went wrong: the message may repeat what a site wrote. */
export function errorReply(message: string, nonce: string): Reply {
  return { ...dataReply('This was refused or failed.', { message }, nonce), isError: true }
}

function words(about: string, block: string): Reply {
  return {
    content: [{ type: 'text', text: about }, ...(block === '' ? [] : [{ type: 'text' as const, text: block }])],
  }
}
