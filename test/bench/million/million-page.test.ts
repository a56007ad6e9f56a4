import assert from 'node:assert/strict'
import { test } from 'node:test'
import { benchSite } from '../crawl/bench-site.ts'
import { millionPage, pageAt } from './million-page.ts'

const PAGES = 500
const ORIGIN = 'http://site.test'
const site = benchSite(PAGES)
const html = (page: number) => millionPage(site, page, ORIGIN)
const linkedFrom = (page: number) => [...html(page).matchAll(/<a href="([^"]+)">/g)].map(([, path = '']) => path)

test('every page is known by its URL', () => {
  for (let page = 0; page < PAGES; page++) assert.equal(pageAt(site, site.path(page)), page)
})

test('a URL that no page has is known as such', () => {
  const beyond = benchSite(PAGES + 1).path(PAGES)
  for (const path of ['/nothing', '/guides', '/guides/no-such-40.html', beyond])
    assert.equal(pageAt(site, path), null, path)
})

test('links from the start page on reach every page, within few clicks, and nothing else', () => {
  const clicks = new Map([[0, 0]])
  for (const [page, depth] of clicks)
    for (const path of linkedFrom(page)) {
      const target = pageAt(site, path)
      assert.ok(target !== null, path)
      if (!clicks.has(target)) clicks.set(target, depth + 1)
    }
  assert.equal(clicks.size, PAGES)
  assert.ok(Math.max(...clicks.values()) <= 3)
})

test('a page links to its parent and its siblings, not to itself', () => {
  const [page, parent, sibling] = [20, 1, 24]
  const paths = linkedFrom(page)
  for (const each of [parent, sibling]) assert.ok(paths.includes(site.path(each)))
  assert.ok(!paths.includes(site.path(page)))
})

test('no two pages share title, description or heading, and a page is the same each time', () => {
  for (const pattern of [/<title>(.*)<\/title>/, /name="description" content="([^"]*)"/, /<h1>(.*)<\/h1>/]) {
    const texts = Array.from({ length: PAGES }, (_, page) => pattern.exec(html(page))?.[1] ?? '')
    assert.equal(new Set(texts).size, PAGES)
  }
  assert.equal(html(77), html(77))
})

test('the text of a page has 150 to 300 words', () => {
  for (let page = 0; page < PAGES; page++) {
    const words = [...html(page).matchAll(/<p>([^<]*)\.<\/p>/g)].flatMap(([, text = '']) => text.split(' '))
    assert.ok(words.length >= 150 && words.length <= 300, `page ${page} has ${words.length}`)
  }
})
