import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { typedRobotsFile } from '#crawl/robots/robots-file.ts'
import { openFetcher, serveHttp } from '#fetch/test-server.ts'
import { alertSettingsSchema } from '#shared/alerts.ts'
import { lightCheckSettingsSchema } from '#shared/light-checks.ts'
import { crawlOnce } from '#store/contract/crawl-once.ts'
import { addTestAccount } from '#store/contract/test-account.ts'
import { openTestStore } from '../../test/support/storage.ts'
import { type LightRunDeps, runLightChecks } from './run-light-checks.ts'

const MINUTE_MS = 60_000
const page = (title: string, head = '') => `<!doctype html><title>${title}</title>${head}<body>Bread`

describe('checks between crawls', () => {
  it('request URLs once for all processes, and report what got worse', async () => {
    const site = { page: page('Bakery'), status: 200, robots: '', requests: 0 }
    await using server = await serveHttp((request, response) => {
      site.requests++
      if (request.url === '/old') response.writeHead(301, { location: '/' }).end()
      else response.writeHead(site.status, { 'content-type': 'text/html' }).end(site.page)
    })
    await using store = await openTestStore()
    await using fetcher = openFetcher()
    const clock = { nowMs: 1_000_000 }
    const { ownerId } = await addTestAccount(store)
    await crawlOnce(store, { ownerId, url: `${server.origin}/`, nowMs: 1_000 })
    const [{ id: websiteId } = { id: 0 }] = await store.websites.list(ownerId)
    const secrets = { target: 'https://hooks.test/', secret: 'x' }
    const team = { ownerId, name: 'Team', format: 'generic', secrets, isConfirmed: true, nowMs: 1, max: 1 } as const
    const channel = await store.channels.add(team)
    const channelId = channel?.id ?? 0
    await store.alerts.saveSettings(websiteId, alertSettingsSchema.parse({ channelIds: [channelId] }))
    const urls = ['/', '/old', '/private'].map(path => server.origin + path)
    const settings = lightCheckSettingsSchema.parse({ urls, minutes: 5 })
    await store.lightChecks.save({ websiteId, ownerId, settings, nextMs: clock.nowMs, maxPerOwner: 1 })
    let ids = 0
    const deps: LightRunDeps = {
      store,
      fetcher,
      fetchRobots: async origin => ({ ...typedRobotsFile(origin, site.robots), statusCode: 200 }),
      now: () => clock.nowMs,
      newId: () => `id-${ids++}`,
    }
    /** Kinds and URLs of what the next run reports. */
    const run = async (changes: Partial<typeof site>) => {
      Object.assign(site, changes)
      const before = (await store.alerts.deliveries(channelId, 100)).length
      await Promise.all([runLightChecks(deps), runLightChecks(deps)])
      clock.nowMs += 5 * MINUTE_MS
      const sent = await store.alerts.deliveries(channelId, 100)
      return sent
        .slice(0, sent.length - before)
        .flatMap(({ alerts }) =>
          alerts.map(({ kind, urls: [url = ''] }) => `${kind} ${url.slice(server.origin.length)}`),
        )
    }

    const robots = 'User-agent: *\nDisallow: /private'
    assert.deepEqual(await run({ robots }), [])
    // The start page, and the redirect with its target.
    assert.equal(site.requests, 3)
    const { results } = (await store.lightChecks.find(websiteId)) ?? { results: [] }
    assert.deepEqual(
      results.map(({ url, status, finalUrl, title }) =>
        [url, status, finalUrl, title].join(' ').replaceAll(server.origin, ''),
      ),
      ['/robots.txt 200 /robots.txt ', '/ 200 / Bakery', '/old 200 / Bakery'],
    )
    assert.deepEqual(await run({}), [])
    assert.deepEqual(await run({ page: page('Bakery', '<meta name=robots content="noindex, follow">') }), [
      'noindex /',
      'noindex /old',
    ])
    assert.deepEqual(await run({ status: 503 }), ['check-failed /', 'check-failed /old'])
    assert.deepEqual(await run({}), [])
    assert.deepEqual(await run({ status: 200, page: page('Bakery') }), [])
    assert.deepEqual(await run({ status: 503 }), ['check-failed /', 'check-failed /old'])
    const noindexPage = page('Bakery', '<meta name=robots content=none>')
    assert.deepEqual(await run({ status: 200, page: noindexPage }), ['noindex /', 'noindex /old'])
    assert.deepEqual(await run({ robots: `${robots}\nDisallow: /old` }), ['robots-changed /robots.txt'])
    await store.accounts.setDisabled((await store.accounts.findByName('ada'))?.id ?? 0, true)
    assert.deepEqual(await run({ status: 404 }), [])
  })
})
