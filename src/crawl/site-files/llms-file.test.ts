import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readLlmsText } from './llms-file.ts'

describe('readLlmsText()', () => {
  test('reads title and links with their lines', () => {
    const text =
      '\uFEFF\n# Bakery\n\n> Bread.\n\n- [Hours](/hours "When"): x\n- <https://a.test/b> [Wiki](https://w.test/a_(b))'
    const { hasTitle, totalLinks, links } = readLlmsText(text)
    assert.deepEqual([hasTitle, totalLinks], [true, 3])
    assert.deepEqual(links, [
      { line: 6, href: '/hours' },
      { line: 7, href: 'https://a.test/b' },
      { line: 7, href: 'https://w.test/a_(b)' },
    ])
  })

  const titles: [text: string, hasTitle: boolean][] = [
    ['# Name', true],
    ['Name\n====', true],
    ['## Name', false],
    ['#Name', false],
    ['=====', false],
    ['', false],
  ]
  for (const [text, hasTitle] of titles) {
    test(`${JSON.stringify(text)} has ${hasTitle ? 'a' : 'no'} title`, () =>
      assert.equal(readLlmsText(text).hasTitle, hasTitle))
  }

  test('is bounded', () => {
    const { links, start, totalLinks } = readLlmsText(`${'[x](/y) '.repeat(500)}\n`.repeat(100))
    assert.ok(links.length <= 2_000 && start.length <= 500 && totalLinks >= 40_000)
    readLlmsText('[](('.repeat(100_000))
    readLlmsText('\n'.repeat(1_000_000))
  })
})
