import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { countPassed, type PassedPage, type PassedView, passedKind, visiblePassed } from './passed-pages.ts'

const site = 'https://a.example'

function page(path: string, overrides: Partial<PassedPage> = {}): PassedPage {
  const url = site + path
  return { url, statusCode: 200, finalStatusCode: 200, title: null, metaDescription: null, hops: [], ...overrides }
}

function redirect(path: string, status: number, overrides: Partial<PassedPage> = {}): PassedPage {
  const hops = [{ url: site + path, status, location: `${site}/`, elapsedMs: 1 }]
  return page(path, { statusCode: status, hops, ...overrides })
}

describe('passed pages', () => {
  const long = redirect('/long', 301)
  const pages = [
    page('/', { title: 'Harbour', metaDescription: 'All about it' }),
    page('/empty', { statusCode: 204, finalStatusCode: 204 }),
    page('/plain', { title: 'Tides' }),
    redirect('/moved', 301),
    redirect('/moved-too', 308),
    redirect('/for-now', 302),
    redirect('/lost', 301, { finalStatusCode: 404 }),
    redirect('/silent', 301, { finalStatusCode: null }),
    { ...long, hops: [...long.hops, ...long.hops] },
  ]

  it('are counted by what is good about them', () => {
    assert.deepEqual(countPassed(pages), { ok: 2, redirects: 2, titles: 2, descriptions: 1 })
    assert.deepEqual(countPassed([]), { ok: 0, redirects: 0, titles: 0, descriptions: 0 })
  })

  const views: [PassedView, string[]][] = [
    [{ search: '', kind: 'redirects' }, ['/moved', '/moved-too']],
    [{ search: ' TIDE ', kind: null }, ['/plain']],
    [{ search: 'moved', kind: 'redirects' }, ['/moved', '/moved-too']],
    [{ search: '/plain', kind: 'descriptions' }, []],
    [{ search: '', kind: 'descriptions' }, ['/']],
  ]
  for (const [view, paths] of views)
    it(`are narrowed to ${view.kind ?? 'all'} with "${view.search}"`, () =>
      assert.deepEqual(
        visiblePassed(pages, view).map(found => found.url.slice(site.length)),
        paths,
      ))

  it('are as many as each count says', () => {
    for (const [kind, count] of Object.entries(countPassed(pages)))
      assert.equal(visiblePassed(pages, { search: '', kind: passedKind(kind) }).length, count)
  })

  it('are all shown for a kind that there is not', () => assert.equal(passedKind('toString'), null))
})
