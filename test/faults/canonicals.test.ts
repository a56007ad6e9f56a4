import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startHostileServer } from '../hostile/hostile-server.ts'
import { redirect, whole } from '../hostile/responses.ts'
import { type InProcessEngine, openInProcessEngine } from '../support/in-process-engine.ts'

/** Sites whose canonicals are not quite the URLs of their pages, crawled by the engine. */

const LENGTHY = 'A paragraph about chairs that is the same on every page of this site. '.repeat(30)

function page(canonical: string | null, links: readonly string[] = []): ReturnType<typeof whole> {
  const link = canonical === null ? '' : `<link rel="canonical" href="${canonical}">`
  const list = links.map(href => `<a href="${href}">The page ${href}</a>`).join('')
  return whole({
    body: `<!doctype html><html lang="en"><head>${link}</head><body><h1>Chairs</h1><p>${LENGTHY}</p>${list}</body></html>`,
    isKept: true,
  })
}

const paths = ['/a/', '/b/', '/c/', '/d/']

describe('a site whose canonicals', () => {
  let engine: InProcessEngine
  before(async () => {
    engine = await openInProcessEngine({})
  })
  after(async () => {
    await engine[Symbol.asyncDispose]()
    assert.deepEqual(engine.logged, [])
  })

  async function crawled(canonicalOf: (path: string) => string | null, redirects: Record<string, string> = {}) {
    await using site = await startHostileServer(
      new Map([
        ['/robots.txt', whole({ body: 'User-agent: *\nDisallow: /closed/\n', headers: ['content-type: text/plain'] })],
        ['/', page(canonicalOf('/'), paths)],
        ...paths.map(path => [path, page(canonicalOf(path))] as const),
        ...Object.entries(redirects).map(([from, to]) => [from, redirect(to, '301 Moved Permanently')] as const),
      ]),
      whole({ status: '404 Not Found', body: 'Not Found' }),
    )
    const { report } = await engine.crawl({ url: `${site.origin}/` })
    const found = report.issues.filter(({ check }) =>
      ['title-missing', 'duplicate-content-exact', 'pages-unchecked'].includes(check),
    )
    return {
      indexability: report.pages.map(({ url, indexability }) => [url.slice(site.origin.length), indexability]),
      issues: found.map(({ check, pageUrl }) => `${check} ${pageUrl.slice(site.origin.length)}`).sort(),
    }
  }

  const indexable = ['/', ...paths].map(path => [path, 'indexable'])
  const everything = ['duplicate-content-exact /a/', ...['/', ...paths].map(path => `title-missing ${path}`)]

  it('name the pages themselves is checked', async () => {
    assert.deepEqual(await crawled(path => path), { indexability: indexable, issues: everything })
  })

  it('redirect back to the pages is checked in the same way', async () => {
    const bare = Object.fromEntries(paths.map(path => [path.slice(0, -1), path]))
    const found = await crawled(path => (path === '/' ? null : path.slice(0, -1)), bare)
    assert.deepEqual(found, { indexability: indexable, issues: everything })
  })

  it('redirect back under another name is checked in the same way', async () => {
    const numbered = Object.fromEntries(paths.map((path, index) => [`/id/${index}`, path]))
    const found = await crawled(path => (path === '/' ? null : `/id/${paths.indexOf(path)}`), numbered)
    assert.deepEqual(found, { indexability: indexable, issues: everything })
  })

  const errors: [string, (path: string) => string][] = [
    ['do not exist', path => `${path}missing`],
    ['redirect to one that does not exist', path => `${path}old`],
    ['are disallowed by robots.txt', path => `/closed${path}`],
  ]
  for (const [name, canonicalOf] of errors)
    it(`${name} is checked in the same way`, async () => {
      const old = Object.fromEntries(paths.map(path => [`${path}old`, `${path}missing`]))
      const found = await crawled(path => (path === '/' ? null : canonicalOf(path)), old)
      assert.deepEqual(found, { indexability: indexable, issues: everything })
    })

  it('redirect to another page is not checked', async () => {
    const found = await crawled(path => (path === '/' ? null : `${path}old`), {
      '/a/old': '/',
      '/b/old': '/',
      '/c/old': '/',
      '/d/old': '/',
    })
    assert.deepEqual(found, {
      indexability: [['/', 'indexable'], ...paths.map(path => [path, 'canonicalised'])],
      issues: ['pages-unchecked /a/', 'title-missing /'],
    })
  })
})
