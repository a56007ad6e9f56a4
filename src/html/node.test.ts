import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseDocument } from './html.ts'
import { attribute, attributeTokens, type ElementNode, FEW_ATTRIBUTES, hasRelation } from './node.ts'

function firstIn(markup: string): ElementNode {
  const first = parseDocument(markup).body?.childNodes[0]
  return first?.kind === 'element' ? first : assert.fail()
}

for (const others of [0, FEW_ATTRIBUTES])
  test(`attribute() is the first of two with the same name, among ${others} others`, () => {
    const filling = Array.from({ length: others }, (_, i) => `a${i}=x`).join(' ')
    const element = firstIn(`<svg xlink:href=first href=second ${filling}>`)
    assert.equal(attribute(element, 'href'), 'first')
    assert.equal(attribute(element, 'id'), null)
  })

const tokens: [value: string, limit: number, tokens: string[]][] = [
  ['', 20, []],
  [' \t\n', 20, []],
  ['Icon', 20, ['icon']],
  ['  shortcut\tICON\r\nx ', 20, ['shortcut', 'icon', 'x']],
  ['a b c', 2, ['a', 'b']],
  ['\u00a0a\vb', 20, ['\u00a0a\vb']],
]
for (const [value, limit, expected] of tokens)
  test(`tokens of ${JSON.stringify(value)}, at most ${limit}`, () =>
    assert.deepEqual(attributeTokens(firstIn(`<a rel="${value}">`), 'rel', limit), expected))

test('a relation is a whole token, in any case', () => {
  const link = firstIn('<a rel="nofollow CANONICAL icons">')
  assert.equal(hasRelation(link, 'canonical'), true)
  assert.equal(hasRelation(link, 'icon'), false)
  assert.equal(hasRelation(firstIn('<a>'), 'icon'), false)
})
