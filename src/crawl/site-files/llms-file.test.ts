import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { LlmsFileFacts } from '#shared/host-facts.ts'
import { SITE } from '#store/contract/test-crawl.ts'
import type { Store } from '#store/store.ts'
import { openTestStore } from '../../../test/support/storage.ts'
import { fetchLlmsFile, readLlmsText } from './llms-file.ts'
import { openScene, type Scene, type Stub } from './test-later-context.ts'

let store: Store
before(async () => {
  store = await openTestStore()
})
after(() => store[Symbol.asyncDispose]())

const FILE = '/llms.txt'
const plain = (text: string): Stub => ({
  status: 200,
  body: Buffer.from(text),
  headers: [['content-type', 'text/plain']],
})

async function fetched(scene: Partial<Scene>) {
  const open = await openScene(store, { records: [{ path: '/', number: 1 }], response: () => plain(''), ...scene })
  const file = await fetchLlmsFile(open.context)
  return { file, requested: open.requested }
}

const empty: LlmsFileFacts = {
  url: SITE + FILE,
  status: 200,
  mediaType: 'text/plain',
  isBotChallenge: false,
  isHtml: false,
  characters: 0,
  hasTitle: false,
  totalLinks: 0,
  start: '',
  links: [],
}

describe('fetchLlmsFile()', () => {
  const html = { isHtml: true, mediaType: 'text/html' }
  const text = '[a](/a)'
  const read = {
    characters: text.length,
    start: text,
    totalLinks: 1,
    links: [{ line: 1, url: `${SITE}/a`, statuses: [200], location: null }],
  }
  const responses: [what: string, response: Stub, changes: Partial<LlmsFileFacts>][] = [
    ['an empty file', plain(''), {}],
    ['a file', plain(text), read],
    ['a file of another status', { status: 203, body: Buffer.from(text) }, { status: 203, mediaType: 'text/html' }],
    ['no file', { status: 404, html: '<p>Gone' }, { status: 404, mediaType: 'text/html' }],
    ['a failure', 'reset', { status: null, mediaType: '' }],
    ['a page', { status: 200, html: `<p>${text}` }, html],
    ['a page sent as text', plain(` \n<!DOCTYPE html><p>${text}`), { isHtml: true }],
    ['a page that begins with its head', plain(`<head>${text}`), { isHtml: true }],
    ['a text that begins like a page', plain(`<header>${text}`), { ...read, characters: 15, start: `<header>${text}` }],
    [
      'a page behind five hundred spaces',
      plain(`${' '.repeat(500)}<html>${text}`),
      { ...read, characters: 13, start: `<html>${text}` },
    ],
    ['a page behind nearly so many spaces', plain(`${' '.repeat(494)}<html>${text}`), { isHtml: true }],
    [
      'a bot challenge',
      { status: 200, body: Buffer.from(text), headers: [['cf-mitigated', 'challenge']] },
      { isBotChallenge: true, mediaType: '' },
    ],
    [
      'a bot challenge that is known by its text',
      plain(`${'x'.repeat(20_475)}_cf_chl_${text}`.slice(0, 20_487)),
      { characters: 20_487, start: 'x'.repeat(500), links: [] },
    ],
  ]
  for (const [what, response, changes] of responses)
    test(`reads ${what}`, async () => {
      const { file } = await fetched({ response: path => (path === FILE ? response : plain('')) })
      assert.deepEqual(file, { ...empty, ...changes })
    })

  const long = `/${'x'.repeat(2_000)}`
  const links: [what: string, responses: Stub[], statuses: (number | null)[], location: string | null][] = [
    ['is there', [plain('')], [200], null],
    ['is there the second time', [{ status: 500 }, plain('')], [500, 200], null],
    ['is gone', [{ status: 404 }, { status: 404, headers: [['location', '/b']] }], [404, 404], null],
    ['fails', ['reset', 'reset'], [null, null], null],
    ['redirects', [{ status: 300 }, { status: 300, headers: [['location', '/b']] }], [300, 300], '/b'],
    [
      'redirects far',
      [{ status: 399 }, { status: 399, headers: [['location', long]] }],
      [399, 399],
      long.slice(0, 2_000),
    ],
    ['redirects to nothing', [{ status: 301 }, { status: 301 }], [301, 301], null],
    [
      'is an error with a location',
      [{ status: 400 }, { status: 400, headers: [['location', '/b']] }],
      [400, 400],
      null,
    ],
    [
      'is a success with a location',
      [{ status: 299 }, { status: 299, headers: [['location', '/b']] }],
      [299, 299],
      null,
    ],
  ]
  for (const [what, responses, statuses, location] of links)
    test(`requests a link that ${what}`, async () => {
      const stubs = responses.values()
      const { file, requested } = await fetched({
        response: path => (path === FILE ? plain('\n\n[a](a)') : (stubs.next().value ?? 'aborted')),
      })
      assert.deepEqual(file?.links, [{ line: 3, url: `${SITE}/a`, statuses, location }])
      assert.deepEqual(requested, [FILE, ...responses.map(() => '/a')])
    })

  test('requests the URLs of the site once each, and twenty at most', async () => {
    const numbers = Array.from({ length: 21 }, (_, index) => `[x](/${index})`)
    const { file, requested } = await fetched({
      response: path =>
        plain(
          path === FILE
            ? ['[a](/0) [b](/0#c)', '[d](https://elsewhere.test/) [e](mailto:a@b.test)', ...numbers].join('\n')
            : '',
        ),
    })
    assert.deepEqual(requested, [FILE, ...Array.from({ length: 20 }, (_, index) => `/${index}`)])
    assert.deepEqual(file?.links.map(({ line }) => line).slice(0, 2), [1, 4])
    assert.equal(file?.totalLinks, 25)
  })

  const scenes: [what: string, scene: Partial<Scene>, requested: string[], isRead: boolean][] = [
    ['nothing when files are not requested', { options: { probesResources: false } }, [], false],
    ['nothing without a start page', { hasHome: false }, [], false],
    ['nothing of a crawl that was stopped', { isHalted: true }, [], false],
    ['nothing when robots.txt closes the file', { isAllowed: path => path !== FILE }, [], false],
    ['the file alone when robots.txt closes the others', { isAllowed: path => path === FILE }, [FILE], true],
    [
      'all when robots.txt is not obeyed',
      { isAllowed: () => false, options: { obeysRobots: false } },
      [FILE, '/a', '/b'],
      true,
    ],
    ['nothing more once the crawl is stopped', { haltAfter: 1 }, [FILE], false],
    ['no further link once the crawl is stopped', { haltAfter: 2 }, [FILE, '/a'], false],
  ]
  for (const [what, scene, requested, isRead] of scenes)
    test(`requests ${what}`, async () => {
      const result = await fetched({ response: path => plain(path === FILE ? '[a](/a) [b](/b)' : ''), ...scene })
      assert.deepEqual([result.requested, result.file !== null], [requested, isRead])
    })
})

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

  const bare: [text: string, url: string][] = [
    ['Blog: https://a.test/blog, in English', 'https://a.test/blog'],
    ['See https://a.test/blog.', 'https://a.test/blog'],
    ['**https://a.test/blog**', 'https://a.test/blog'],
    ['https://a.test/blog.html?a=1,2', 'https://a.test/blog.html?a=1,2'],
  ]
  for (const [text, url] of bare)
    test(`the URL of ${JSON.stringify(text)} ends before its punctuation`, () =>
      assert.deepEqual(readLlmsText(text).links, [{ line: 1, href: url }]))

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

  const cut: [what: string, text: string, links: number, totalLinks: number][] = [
    ['the first 20,000 lines', `#${'\n'.repeat(19_999)}[a](/a)\n[b](/b)`, 1, 1],
    ['the first 5,000 characters of a line', `${'x'.repeat(4_998)}](/abc)`, 0, 0],
    ['a link that ends with them', `${'x'.repeat(4_997)}](/abc)`, 1, 1],
    ['the first 2,000 links', '[a](/a)\n'.repeat(2_001), 2_000, 2_001],
  ]
  for (const [what, text, links, totalLinks] of cut)
    test(`reads ${what}`, () => {
      const read = readLlmsText(text)
      assert.deepEqual([read.links.length, read.totalLinks], [links, totalLinks])
    })

  test('is bounded', () => {
    const { links, start, totalLinks } = readLlmsText(`${'[x](/y) '.repeat(500)}\n`.repeat(100))
    assert.ok(links.length <= 2_000 && start.length <= 500 && totalLinks >= 40_000)
    readLlmsText('[](('.repeat(100_000))
    readLlmsText('\n'.repeat(1_000_000))
  })
})
