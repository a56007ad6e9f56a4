import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { tokenWeight } from './data-block.ts'
import { dataReply, errorReply, listReply, type Rows } from './reply.ts'

const NONCE = '00ff'
const rowsOf = (count: number, row: object = { id: 1 }) => Array.from({ length: count }, () => row)

function replied(rows: Partial<Rows>): { sentence: string; lines: string[] } {
  const { content } = listReply('Pages.', { rows: [], offset: 0, total: null, hasMore: false, ...rows }, NONCE)
  const [sentence, block] = content.map(({ text }) => text)
  return { sentence: sentence ?? '', lines: block?.split('\n').slice(2, -1) ?? [] }
}

describe('listReply()', () => {
  it('says which rows follow, of how many, and where the next ones begin', () => {
    const sentenceOf = (rows: Partial<Rows>) => replied(rows).sentence
    assert.equal(sentenceOf({ rows: rowsOf(2) }), 'Pages. Rows 1 to 2.')
    assert.equal(sentenceOf({ rows: rowsOf(2), offset: 10, total: 12 }), 'Pages. Rows 11 to 12 of 12.')
    assert.equal(
      sentenceOf({ rows: rowsOf(2), total: 9, hasMore: true }),
      'Pages. Rows 1 to 2 of 9. For the next ones, call again with offset 2.',
    )
  })

  it('has no data without rows', () =>
    assert.deepEqual(replied({ offset: 5, total: 5 }), { sentence: 'Pages. No rows of 5.', lines: [] }))

  it('has as many rows as weigh 6,500 together with the ends of their lines', () => {
    const row = { nn: '1'.repeat(56) }
    assert.equal(tokenWeight(JSON.stringify(row)) + 1, 65)
    assert.deepEqual(
      [100, 101].map(count => replied({ rows: rowsOf(count, row) }).sentence),
      ['Pages. Rows 1 to 100.', 'Pages. Rows 1 to 100. For the next ones, call again with offset 100.'],
    )
  })

  it('cuts a row that weighs more than 1,500', () => {
    const lineOf = (digits: number) => replied({ rows: [{ nn: '1'.repeat(digits) }] }).lines[0]
    assert.equal(lineOf(1_492), `{"nn":"${'1'.repeat(1_492)}"}`)
    assert.equal(lineOf(1_493), `{"nn":"${'1'.repeat(800)}… (1493 characters)"}`)
  })
})

describe('dataReply() and errorReply()', () => {
  it('have one value below a sentence of our own', () => {
    const { content, isError } = dataReply('The site.', { url: 'https://a.test/' }, NONCE)
    assert.deepEqual([content[0]?.text, isError], ['The site.', undefined])
    assert.match(content[1]?.text ?? '', /\nBEGIN DATA 00ff\n\{"url":"https:\/\/a\.test\/"\}\nEND DATA 00ff$/)
    const refused = errorReply('No such crawl', NONCE)
    assert.deepEqual([refused.content[0]?.text, refused.isError], ['This was refused or failed.', true])
    assert.match(refused.content[1]?.text ?? '', /\n\{"message":"No such crawl"\}\n/)
  })
})
