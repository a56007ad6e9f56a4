import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { differenceOf, type TextRange } from './fix-difference.ts'

const marked = (text: string, { from, to }: TextRange) =>
  `${text.slice(0, from)}[${text.slice(from, to)}]${text.slice(to)}`

const rows = [
  ['<a href="/b">B</a-->', '<a href="/b">B</a>', '<a href="/b">B</[a--]>', '<a href="/b">B</[a]>'],
  ['<img src="a.png">', '<img src="a.png" alt="…">', '<img src="a.png"[]>', '<img src="a.png"[ alt="…"]>'],
  ['href="/about"', 'href="/about-us/"', 'href="/[about]"', 'href="/[about-us/]"'],
  ['title', 'h1', '[]title', '[]h1'],
  ['same', 'same', 'same[]', 'same[]'],
  ['', 'new', '[]', '[]new'],
] as const

describe('differenceOf()', () => {
  for (const [before, after, markedBefore, markedAfter] of rows)
    it(`${before} and ${after}`, () => {
      const difference = differenceOf(before, after)
      assert.deepEqual(
        [marked(before, difference.before), marked(after, difference.after)],
        [markedBefore, markedAfter],
      )
    })
})
