import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type TestSite, testSiteFacts } from '../test-site-facts.ts'
import { outsideNetwork } from './outside-network.ts'

const failing = (...urls: string[]): TestSite => ({
  targets: urls.map(url => ({ url, failure: 'dns', status: null, kinds: ['anchor'] })),
})
const [a, b, c] = ['https://a.test/', 'https://b.test/', 'https://c.test/'] as const
const REACHED = { isReachable: true, failedTargets: 0, failedUrls: [], failedHosts: 0 }

test('outsideNetwork() holds a network for unreachable where three hosts fail and none responds', async () => {
  assert.deepEqual(await outsideNetwork(testSiteFacts(failing(a, `${a}x`, b))), {
    isReachable: true,
    failedTargets: 3,
    failedUrls: [a, `${a}x`, b],
    failedHosts: 2,
  })
  assert.deepEqual(await outsideNetwork(testSiteFacts(failing(a, b, c, 'https://d.test/'))), {
    isReachable: false,
    failedTargets: 4,
    failedUrls: [a, b, c, 'https://d.test/'],
    failedHosts: 3,
  })
})

test('outsideNetwork() needs one host alone where the site is on a private IP address', async () => {
  const site = (...urls: string[]) => testSiteFacts({ crawl: { isPrivateHost: true }, ...failing(...urls) })
  assert.deepEqual(await outsideNetwork(site()), REACHED)
  assert.deepEqual(await outsideNetwork(site(a)), {
    isReachable: false,
    failedTargets: 1,
    failedUrls: [a],
    failedHosts: 1,
  })
})

test('outsideNetwork() counts a response of a public name alone', async () => {
  const responding = async (url: string, status: number | null = 404) => {
    const target = { url, status, finalStatus: status, scope: 'external' as const, kinds: ['anchor' as const] }
    return await outsideNetwork(testSiteFacts({ targets: [...(failing(a, b, c).targets ?? []), target] }))
  }
  assert.deepEqual(await responding('https://d.test/'), REACHED)
  for (const url of ['http://10.0.0.1/', 'http://[::1]/', 'http://intranet/', 'http://app.localhost/'])
    assert.equal((await responding(url)).isReachable, false, url)
})

test('outsideNetwork() names 100 URLs', async () => {
  const urls = Array.from({ length: 101 }, (_, index) => `${a}${index}`)
  const { failedTargets, failedUrls } = await outsideNetwork(testSiteFacts(failing(...urls)))
  assert.deepEqual([failedTargets, failedUrls.length], [101, 100])
})
