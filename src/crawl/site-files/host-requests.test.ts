import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { FetchResult } from '#fetch/fetch.ts'
import { linkKinds } from '#shared/model.ts'
import { kindsToMask } from '#shared/page-record.ts'
import { SITE, startTestCrawl, type TestRecord } from '#store/contract/test-crawl.ts'
import { openTestStore } from '../../../test/support/storage.ts'
import { Frontier } from '../schedule/frontier.ts'
import { fetchFavicon, fetchHostVariants } from './host-requests.ts'

function response(
  url: string,
  changes: { status?: number; type?: string; html?: string; movedTo?: string } = {},
): FetchResult {
  const { status = 200, type = 'text/html', html = '', movedTo } = changes
  const body = new TextEncoder().encode(html)
  return {
    kind: 'response',
    url: movedTo ?? url,
    hops: movedTo === undefined ? [] : [{ url, status: 301, location: movedTo, elapsedMs: 1 }],
    status,
    httpVersion: '1.1',
    headers: [['content-type', type]],
    body,
    transferBytes: body.byteLength,
    isTruncated: false,
    timing: { ttfbMs: 1, totalMs: 2 },
  }
}

const refused = (url: string): FetchResult => ({
  kind: 'failure',
  url,
  reason: 'refused',
  detail: '',
  hops: [],
  timing: null,
})

/** A scripted web that records requests. */
function web(response: (url: string) => FetchResult = url => response(url)) {
  const requested: string[] = []
  return {
    requested,
    fetcher: {
      async fetch({ url }: { url: string }) {
        requested.push(url)
        return response(url)
      },
    },
  }
}

const going = new AbortController().signal

describe('fetchHostVariants()', () => {
  const request = (scopeHost: string, fetcher: ReturnType<typeof web>['fetcher'], more = {}) =>
    fetchHostVariants({
      checkpoint: { scopeHost, homeUrl: `https://${scopeHost}/` },
      isPrivateHost: false,
      halt: going,
      robots: { check: () => ({ isAllowed: true, because: '' }) },
      fetcher,
      ...more,
    })

  it('requests all four variants of the host, and returns the response of each', async () => {
    const { requested, fetcher } = web(url => {
      if (url === 'http://site.test/') return response(url, { movedTo: 'https://site.test/' })
      if (url === 'https://www.site.test/') return refused(url)
      return response(url, { html: '<link rel="canonical" href="https://site.test/home">' })
    })
    const variants = await request('site.test', fetcher)
    assert.deepEqual(requested, [
      'http://site.test/',
      'http://www.site.test/',
      'https://site.test/',
      'https://www.site.test/',
    ])
    assert.deepEqual(
      variants.map(({ status, finalUrl, canonicalUrl }) => [status, finalUrl, canonicalUrl]),
      [
        [301, 'https://site.test/', null],
        [200, 'http://www.site.test/', 'https://site.test/home'],
        [200, 'https://site.test/', 'https://site.test/home'],
        [null, 'https://www.site.test/', null],
      ],
    )
  })

  const unasked: Record<string, [host: string, more?: object]> = {
    'a subdomain': ['blog.site.test'],
    'another port': ['site.test:8080'],
    'an IP address': ['192.0.2.1'],
    'an IPv6 address': ['[2001:db8::1]'],
    'a private host': ['site.test', { isPrivateHost: true }],
    'a site without a start page': ['site.test', { checkpoint: { scopeHost: 'site.test', homeUrl: null } }],
    'a site that robots.txt closes': ['site.test', { robots: { check: () => ({ isAllowed: false, because: 'x' }) } }],
    'a crawl that is halted': ['site.test', { halt: AbortSignal.abort() }],
  }
  for (const [name, [host, more]] of Object.entries(unasked))
    it(`requests nothing of ${name}`, async () => {
      const { requested, fetcher } = web()
      assert.deepEqual(await request(host, fetcher, more), [])
      assert.deepEqual(requested, [])
    })

  it('returns nothing when the crawl is halted meanwhile', async () => {
    const halt = new AbortController()
    const { fetcher } = web(url => {
      halt.abort()
      return refused(url)
    })
    assert.deepEqual(await request('site.test', fetcher, { halt: halt.signal }), [])
  })
})

describe('fetchFavicon()', () => {
  const home = `${SITE}/`
  const icon = `${SITE}/icon.svg`
  async function request(scene: {
    response?: (url: string) => FetchResult
    icons?: boolean
    facts?: Record<string, unknown>
    probesResources?: boolean
    halt?: AbortSignal
  }) {
    const { requested, fetcher } = web(scene.response)
    await using store = await openTestStore()
    const crawl = await startTestCrawl(store)
    const frontier = new Frontier({ scopeHost: 'site.test', maxUrls: 100 })
    const seed = frontier.addSeed(home)
    frontier.finish(seed.id, 'visited', null)
    const records: TestRecord[] = [{ path: '/', number: 1, facts: scene.facts ?? {} }]
    if (scene.icons) {
      const kinds = kindsToMask(['icon'], linkKinds)
      frontier.admit([{ url: icon, kinds, isFollowed: false }], { id: seed.id, isRedirect: false })
      const row = frontier.urls.find(icon)
      assert.ok(row)
      frontier.finish(row.id, 'probed', null)
      const fetched = { status: 200, mediaType: 'image/svg+xml' }
      records.push({ path: '/icon.svg', number: 0, state: 'probed', isPage: false, columns: null, fetched })
    }
    await crawl.commit(records)
    const state = await store.crawls.state(crawl.claim)
    const { checkpoint } = state
    assert.ok(checkpoint)
    const favicon = await fetchFavicon({
      checkpoint: { ...checkpoint, homeUrl: home },
      frontier,
      store,
      claim: crawl.claim,
      state: { ...state, options: { ...state.options, probesResources: scene.probesResources ?? true } },
      halt: scene.halt ?? going,
      fetcher,
    })
    return { favicon, requested }
  }

  it('takes declared icons from their probes, without another request', async () => {
    assert.deepEqual(await request({ icons: true }), {
      favicon: { declared: [{ url: icon, status: 200, mediaType: 'image/svg+xml' }], fallback: null },
      requested: [],
    })
  })

  it('requests the default URL when none is declared', async () => {
    const url = `${SITE}/favicon.ico`
    const there = await request({ response: requested => response(requested, { type: 'image/x-icon' }) })
    assert.deepEqual(there.favicon, { declared: [], fallback: { url, status: 200, mediaType: 'image/x-icon' } })
    const unobeyed = await request({ response: refused })
    assert.deepEqual(unobeyed.favicon, { declared: [], fallback: { url, status: null, mediaType: '' } })
  })

  it('requests nothing when the icon is inline, or files are not probed', async () => {
    assert.deepEqual(await request({ facts: { hasInlineIcon: true } }), { favicon: null, requested: [] })
    assert.deepEqual(await request({ probesResources: false }), { favicon: null, requested: [] })
  })

  it('returns nothing when the crawl is halted meanwhile: an aborted response proves nothing', async () => {
    const halt = new AbortController()
    const response = (url: string) => {
      halt.abort()
      return refused(url)
    }
    assert.equal((await request({ response, halt: halt.signal })).favicon, null)
  })
})
