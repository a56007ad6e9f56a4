import assert from 'node:assert/strict'
import { test } from 'node:test'
import { benchPage } from '../crawl/bench-page.ts'
import { benchSite } from '../crawl/bench-site.ts'
import { beyondPages } from './beyond-pages.ts'

const origin = 'http://127.0.0.1:4000'
const otherSites = ['http://127.0.0.1:4001', 'http://127.0.0.1:4002'] as const
const site = benchSite(100)
const pages = Array.from({ length: site.pageCount }, (_, number) => benchPage(site, number, origin))

function addToAll() {
  const beyond = beyondPages(site.pageCount, { origin, otherSites: [...otherSites] })
  return { beyond, added: pages.map((page, number) => beyond.addTo(page, number)) }
}

test('every page names a stylesheet, a script, pictures and other sites, and stays what it is otherwise', () => {
  const { added } = addToAll()
  for (const [number, { html, ...page }] of added.entries()) {
    const before = pages[number]
    assert.ok(before)
    assert.match(
      html,
      /<link rel="stylesheet" href="\/asset\/\d\.css">\n<script src="\/asset\/\d\.js" defer><\/script>\n<\/head>/,
    )
    assert.equal(html.match(/href="http:\/\/127\.0\.0\.1:400[12]\/(?:alive|dead)\/\d+\.html"/g)?.length, 2)
    assert.equal(html.match(/src="\/picture\/\d+\.png"/g)?.length, before.html.match(/<img /g)?.length)
    assert.doesNotMatch(html, /<img [^>]*src="\/image\//)
    assert.equal(page.title, before.title)
    assert.equal(page.imagesWithoutAlt, before.imagesWithoutAlt)
  }
})

test('what is named is a file, another site, or declared broken, and some of each is broken', () => {
  const { beyond, added } = addToAll()
  const files = new Set(beyond.files.map(({ path }) => origin + path))
  const broken = {
    images: new Set(added.flatMap(page => page.brokenImages)),
    files: new Set(added.flatMap(page => page.brokenFiles)),
    external: new Set(added.flatMap(page => page.brokenExternal)),
  }
  for (const url of beyond.named) {
    const { pathname } = new URL(url)
    const isBroken = Object.values(broken).some(paths => paths.has(pathname))
    const isThere =
      files.has(url) || (otherSites.some(other => url.startsWith(`${other}/`)) && pathname.startsWith('/alive/'))
    assert.equal(isThere, !isBroken, url)
  }
  assert.deepEqual([...broken.images].sort(), ['/picture/199.png', '/picture/99.png'])
  assert.deepEqual([...broken.files].sort(), ['/asset/7.css', '/asset/7.js'])
  assert.deepEqual([...broken.external].sort(), ['/dead/24.html', '/dead/49.html'])
})

test('the same is seeded each time, and the pages without are left as they are', () => {
  const before = pages.map(({ html }) => html)
  assert.deepEqual(addToAll().added, addToAll().added)
  assert.deepEqual(
    pages.map(({ html }) => html),
    before,
  )
})
