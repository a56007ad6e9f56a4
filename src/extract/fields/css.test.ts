import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseDocument } from '#html/html.ts'
import { compileCss } from './css.ts'
import { FieldPage } from './field-page.ts'

/** Ids of what a selector finds. */
function found(selector: string, source: string): string {
  const { root } = parseDocument(source)
  const page = new FieldPage(root, source.length)
  page.begin()
  return Array.from(compileCss(selector)(page), ({ attrs }) => attrs.find(({ name }) => name === 'id')?.value).join(' ')
}

describe('elements by a CSS selector', () => {
  const source = `<main id=m><p id=a class="x  y">Tea pot</p><P id=b class=Y title>Cup <i id=c class="y x">of TEA</i></P>
<ul id=u><li id=d></li> <li id=e class=z></li><li id=f lang=en></li></ul></main>
<template><p id=t class=x></p></template>`
  for (const [selector, expected] of [
    ['.x', 'a c'],
    ['.y', 'a c'],
    ['p.x', 'a'],
    ['p .x', 'c'],
    ['.x, .z', 'a c e'],
    ['.z, .x', 'a c e'],
    ['[class~=x]', 'a c'],
    ['[class~=y]', 'a c'],
    ['[class~=y i]', 'a b c'],
    ['[class~=none]', ''],
    ['main [class~=y]', 'a c'],
    ['[class=x]', ''],
    ['[title]', 'b'],
    ['p:not([title])', 'a'],
    ['p + p', 'b'],
    ['li + li', 'e f'],
    ['i + i', ''],
    ['li:first-child', 'd'],
    ['li:last-child', 'f'],
    ['p ~ ul', 'u'],
    ['li:nth-child(2)', 'e'],
    ['p:contains("of TEA")', 'b'],
    ['p:contains("of tea")', ''],
    ['p:icontains("tea")', 'a b'],
    ['li:empty', 'd e f'],
    ['P', 'a b'],
    ['main > *', 'a b u'],
    ['[lang|=en]', 'f'],
    ['ul:has(> .z) > :first-child', 'd'],
    ['ul:has(> .x)', ''],
  ] as const)
    it(`finds ${expected || 'nothing'} by ${selector}`, () => assert.equal(found(selector, source), expected))
})

describe('elements that are tried', () => {
  /** That there is one, and that it is an element. */
  const STEPS_OF_TRIAL = 2
  class CountingPage extends FieldPage {
    steps = 0
    override step(count = 1): void {
      this.steps += count
    }
  }
  const { root } = parseDocument(`${'<p class=y>Tea</p>'.repeat(100)}<p class=x>`)
  for (const [selector, elements] of [
    ['.x', 1],
    ['p.x', 1],
    ['[class~=x]', 1],
    ['[class~=x i]', 104],
    ['head', 1],
    ['.x, .z', 104],
  ] as const)
    it(`are ${elements} for ${selector}`, () => {
      const page = new CountingPage(root, 1)
      assert.equal(Array.from(compileCss(selector)(page)).length, 1)
      assert.equal(page.steps / STEPS_OF_TRIAL, elements)
    })
})
