import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factsOf } from './test-facts.ts'

const rows: [what: string, markup: string, tag: string | undefined][] = [
  ['an unclosed quote', '<a href=/a>\n<b class="x>Tides</b></a><p class="y">', '<b class="x>'],
  ['a tag without its end', '<a href=/a>\n<b class=x Tides</a>', '<b class=x Tides'],
  ['an unclosed comment', '<a href=/a>\n<!-- Tides</a>', '<!-- Tides'],
  ['another link', '<a href=/a>\n<a href=/b>Tides</a>', '<a href=/b>'],
  ['an element that holds text alone', '<a href=/a>\n<textarea>Tides</a>', '<textarea>'],
  ['no text in the source', '<a href=/a>\n<i class="icon"></i></a>', undefined],
  ['text that is hidden on purpose', '<a href=/a>\n<b aria-hidden=true title="the cat\'s">Tides</b></a>', undefined],
]
for (const [what, markup, tag] of rows)
  test(`swallowedBy names ${what}`, () => {
    const [link] = factsOf(markup).namelessLinks
    assert.deepEqual(link?.swallowedBy, tag === undefined ? undefined : { tag, line: 2 })
  })

test('swallowedBy names the start tag of the link, in which a quote is not closed', () => {
  const [link] = factsOf('<a href="/a>Tides</a><p class="x">').namelessLinks
  assert.equal(link?.swallowedBy?.line, 1)
})
