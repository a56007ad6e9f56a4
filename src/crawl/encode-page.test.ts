import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linkWith, pageFactsWith } from '#checks/test-facts.ts'
import { unpackIds } from '#store/page-texts.ts'
import { encodePage } from './encode-page.ts'

const url = 'https://example.com/page'
const other = 'https://www.example.com/other'

const rows: [name: string, link: Parameters<typeof linkWith>[0], isKept: boolean][] = [
  ['a link within the site', { url: other, rel: ['nofollow'] }, true],
  ['a link without nofollow', { url: other, rel: ['noopener'] }, false],
  ['a link of a visitor', { url: other, rel: ['external', 'nofollow', 'ugc'] }, false],
  ['a link on a page that asks for it as a whole', { url: other, isNofollow: true }, false],
  ['a link to another site', { url: 'https://example.org/', rel: ['nofollow'] }, false],
  ['a link to the page itself', { url, rel: ['nofollow'] }, false],
  ['a link that is no hyperlink', { url: other, rel: ['nofollow'], kind: 'alternate' }, false],
]
for (const [name, link, isKept] of rows) {
  test(`nofollowUrls ${isKept ? 'hold' : 'leave out'} ${name}`, () => {
    const facts = pageFactsWith({ url, links: [linkWith(link), linkWith(link)] })
    const { columns } = encodePage(facts, [])
    assert.deepEqual(JSON.parse(columns.nofollowUrls ?? ''), isKept ? [link?.url] : [])
  })
}

test('the store reads ids back as they were', () => {
  const ids = ['über', 'a b', 'a b']
  assert.deepEqual(unpackIds(encodePage(pageFactsWith({ ids }), []).ids), ids)
})
