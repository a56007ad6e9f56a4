import assert from 'node:assert/strict'
import { test } from 'node:test'
import { attribute, type ElementNode, FEW_ATTRIBUTES } from './node.ts'
import { parseDocument } from './parse-document.ts'

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
