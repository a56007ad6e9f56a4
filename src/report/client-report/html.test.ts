import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { crawled, crawledCode, type HtmlValue, html, markup } from './html.ts'

const cases: [string, HtmlValue, string][] = [
  ['text', 'a', '<p title="a">a</p>'],
  ['markup', `<b>"&'`, '<p title="&lt;b&gt;&quot;&amp;&#39;">&lt;b&gt;&quot;&amp;&#39;</p>'],
  ['a number', 0, '<p title="0">0</p>'],
  ['nothing', null, '<p title=""></p>'],
  ['a list', ['<', 1, null, ['>']], '<p title="&lt;1&gt;">&lt;1&gt;</p>'],
  ['a piece of a document', html`<b>${'<'}</b>`, '<p title="<b>&lt;</b>"><b>&lt;</b></p>'],
  ['what cannot be seen', 'a\u202eb\0\u200b', '<p title="a[U+202E]b[U+0000][U+200B]">a[U+202E]b[U+0000][U+200B]</p>'],
]

describe('html', () => {
  for (const [name, value, expected] of cases)
    it(`takes ${name}`, () => assert.equal(html`<p title="${value}">${value}</p>`.text, expected))

  it('keeps constants of ours as they are', () => assert.equal(html`${markup('<hr>')}`.text, '<hr>'))
})

describe('crawled text', () => {
  const texts: [string, string, string][] = [
    ['is isolated', 'שלום', '<bdi>שלום</bdi>'],
    ['is escaped', '<script>', '<bdi>&lt;script&gt;</bdi>'],
    ['shows what cannot be seen', 'a\u202eb', '<bdi>a<bdi dir="ltr" class="mark">U+202E</bdi>b</bdi>'],
    [
      'keeps floods of marks on their line',
      `z${'\u0300'.repeat(9)}`,
      '<bdi>z\u0300\u0300\u0300\u0300[5 more marks]</bdi>',
    ],
  ]
  for (const [name, text, expected] of texts) it(name, () => assert.equal(crawled(text).text, expected))

  it('reads from left to right where it is a URL', () =>
    assert.equal(crawledCode('https://שלום/').text, '<bdi dir="ltr">https://שלום/</bdi>'))
})
