import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseUrlList } from './url-list.ts'

const siteUrl = 'https://example.com/'
const parse = (lines: string[], list: { siteUrl?: string; subdomains?: string[]; max?: number } = {}) =>
  parseUrlList(lines, { siteUrl, subdomains: [], max: 3, ...list })

describe('parseUrlList()', () => {
  const lists: [name: string, lines: string[], urls: string[]][] = [
    ['keeps the order of the lines', ['https://example.com/b', 'https://example.com/a'], ['b', 'a']],
    [
      'takes each URL once, whatever its spelling',
      ['https://EXAMPLE.com/a#top', 'example.com:443/a', 'example.com/a'],
      ['a'],
    ],
    ['leaves out comments and blank lines', ['# all', '', '  ', ' example.com/a '], ['a']],
    [
      'counts URLs, not lines',
      ['example.com/1', 'example.com/2', 'example.com/1', 'example.com/3', '#'],
      ['1', '2', '3'],
    ],
  ]
  for (const [name, lines, paths] of lists)
    it(name, () => assert.deepEqual(parse(lines), { ok: true, urls: paths.map(path => siteUrl + path) }))

  it('takes hosts with and without www. for one site, and keeps them apart', () => {
    const urls = ['https://www.example.com/', 'http://example.com/']
    assert.deepEqual(parse(urls), { ok: true, urls })
  })

  it('takes the scheme of the site where none is written', () => {
    const list = { siteUrl: 'http://localhost:3000/' }
    assert.deepEqual(parse(['localhost:3000/a'], list), { ok: true, urls: ['http://localhost:3000/a'] })
  })

  const refused: [name: string, lines: string[], message: string][] = [
    ['no URL', ['example.com', 'not a URL'], 'Line 2 is no URL: not a URL'],
    ['another scheme', ['ftp://example.com/'], 'Line 1 is no URL: ftp://example.com/'],
    [
      'another host',
      ['# mine', 'example.com', 'blog.example.com/a'],
      'Line 3 is a URL of another site than example.com: blog.example.com/a',
    ],
    ['another port', ['example.com:8080/a'], 'Line 1 is a URL of another site than example.com: example.com:8080/a'],
    ['nothing', ['', '# none'], 'The list has no URL'],
    [
      'too many',
      [1, 2, 3, 4].map(page => `example.com/${page}`),
      'The list has more URLs than the crawl limit of 3 pages allows',
    ],
    ['a line of 100 characters', [`x${' '.repeat(98)}y`], `Line 1 is no URL: x${' '.repeat(98)}y`],
    ['an endless line', [`x${' '.repeat(500)}y`], `Line 1 is no URL: x${' '.repeat(99)}…`],
  ]
  for (const [name, lines, message] of refused)
    it(`refuses ${name}`, () => assert.deepEqual(parse(lines), { ok: false, message }))
})
