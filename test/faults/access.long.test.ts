import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, it } from 'node:test'
import { exportFormats } from '#report/export/index.ts'
import { credentialsSchema, type TypedCredentials } from '#shared/credentials.ts'
import type { CrawlRow } from '#store/store.ts'
import { isFullMeasure } from '../support/measure.ts'
import { openTestProduct, startTestCrawl, type TestProduct, waitForEnd } from '../support/product.ts'
import { temporaryFolder } from '../support/storage.ts'
import { until } from '../support/until.ts'
import { COOKIE, SECRETS, startWalledSite, TOKEN, USER, type Wall, type WalledSite } from '../support/walled-site.ts'

/** Websites that only signed-in users can read: crawled whole, left when the access is lost, and no secret anywhere else. */

const flags = { 'credentials-key': 'a key of the tests, which is long enough' }

const given: Record<Wall, Partial<TypedCredentials>> = {
  basic: { user: USER },
  digest: { user: USER },
  token: { token: TOKEN },
  cookie: { cookies: [{ name: 'sid', value: COOKIE }] },
  form: {},
}

function credentialsOf(site: WalledSite, wall: Wall) {
  const signIn = {
    url: `${site.origin}/login`,
    steps: [
      {
        fields: [
          { field: 'username', value: USER.name },
          { field: 'pass', value: USER.password },
        ],
      },
    ],
  }
  return credentialsSchema.parse({ origins: [site.origin], ...given[wall], ...(wall === 'form' && { signIn }) })
}

async function crawlOf(opened: TestProduct, site: WalledSite, wall: Wall | null) {
  const { product } = opened
  const credentials = wall && credentialsOf(site, wall)
  const crawlId = await startTestCrawl(product, {
    url: `${site.origin}/`,
    limit: 200,
    ...(credentials && { credentials }),
  })
  const crawl = await waitForEnd(product, crawlId)
  const pages = await product.store.reading.pages(crawlId, { limit: 1_000 })
  return { crawl, read: pages.filter(({ statusCode }) => statusCode === 200).length, pages }
}

async function reportOf({ product }: TestProduct, crawl: CrawlRow): Promise<string> {
  let text = ''
  for await (const part of exportFormats.json.write({ reading: product.store.reading, crawl, isStable: true }))
    text += part
  return text
}

/** Everything that the product has written, as far as it holds a secret. */
async function secretsIn({ folder, logged, product }: TestProduct, crawlId: number): Promise<string[]> {
  const crawl = await product.store.reading.crawl(crawlId)
  assert.ok(crawl)
  const texts: [name: string, text: string][] = [
    ['log', JSON.stringify(logged)],
    ['websites', JSON.stringify(await product.store.reading.crawls(crawl.websiteId))],
  ]
  for (const [name, format] of Object.entries(exportFormats)) {
    let text = ''
    for await (const part of format.write({ reading: product.store.reading, crawl, isStable: false })) text += part
    texts.push([name, text])
  }
  for (const file of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (file.isFile()) texts.push([file.name, await readFile(path.join(file.parentPath, file.name), 'latin1')])
  return texts.flatMap(([name, text]) =>
    SECRETS.filter(secret => text.includes(secret)).map(secret => `${name}: ${secret}`),
  )
}

describe('a crawl with credentials', () => {
  for (const [wall, count] of [
    ['basic', 100],
    ['token', isFullMeasure ? 100 : 12],
    ['digest', 12],
    ['cookie', 12],
    ['form', 12],
  ] as const)
    it(`reads a website of ${count} pages behind ${wall}, and no other website or file has the secrets`, async () => {
      await using site = await startWalledSite(wall, count)
      await using opened = await openTestProduct({ flags })
      const { crawl, read } = await crawlOf(opened, site, wall)
      assert.deepEqual([crawl.endReason, read], ['finished', count])
      assert.equal(crawl.options.hasCredentials, true)
      assert.deepEqual([site.leaks, await secretsIn(opened, crawl.id)], [[], []])
      assert.equal(site.requested.includes('/logout'), false)
      const [skipped] = await opened.product.store.reading.skippedUrls(crawl.id, { limit: 10, reason: 'logout' })
      assert.equal(skipped?.url, `${site.origin}/logout`)
    })

  for (const [wall, sign] of [
    ['basic', 'it responds with 401'],
    ['token', 'it responds with 401'],
    ['cookie', 'it redirects to ORIGIN/login'],
  ] as const)
    it(`ends when ${wall} is not accepted any more, without pages that were read signed out`, async () => {
      await using site = await startWalledSite(wall)
      site.expireAfter(40)
      await using opened = await openTestProduct({ flags })
      const { crawl, read, pages } = await crawlOf(opened, site, wall)
      assert.equal(crawl.endReason, 'access-lost')
      assert.ok(read > 15 && read <= 40, `${read} pages`)
      const sentence = `any more after ${read} pages: ${sign.replace('ORIGIN', site.origin)}.`
      assert.ok(crawl.endSentence.includes(sentence), crawl.endSentence)
      const signedOut = pages.filter(({ statusCode, finalUrl }) => statusCode === 401 || finalUrl.includes('/login'))
      assert.deepEqual(signedOut, [])
      assert.ok(site.requested.length < 200, `${site.requested.length} requests`)
    })

  it('signs in again where the website has ended its sign-in, and reads all of it', async () => {
    await using site = await startWalledSite('form')
    site.expireAfter(40)
    await using opened = await openTestProduct({ flags })
    const { crawl, read, pages } = await crawlOf(opened, site, 'form')
    assert.deepEqual([crawl.endReason, read, site.signIns()], ['finished', 100, 2])
    assert.deepEqual(
      pages.filter(({ finalUrl }) => finalUrl.includes('/login')),
      [],
    )
    assert.deepEqual([site.leaks, await secretsIn(opened, crawl.id)], [[], []])
  })

  it('is not begun with a wrong password, and says so', async () => {
    await using site = await startWalledSite('form')
    await using opened = await openTestProduct({ flags })
    const credentials = credentialsOf(site, 'form')
    const field = credentials.signIn?.steps[0]?.fields[1]
    assert.ok(field)
    field.value = 'wrong'
    const crawl = await waitForEnd(
      opened.product,
      await startTestCrawl(opened.product, { url: `${site.origin}/`, credentials }),
    )
    const why = `the sign-in failed, as ${site.origin}/login, which came then, has a login form again.`
    assert.equal(crawl.endReason, 'access-lost')
    assert.ok(crawl.endSentence.includes(`credentials of this crawl at its start: ${why}`), crawl.endSentence)
    assert.deepEqual(
      site.requested.filter(path => path !== '/login'),
      [],
    )
  })

  for (const wall of ['token', 'form'] as const)
    it(`goes on after the end of its process, and ends in the same report, behind ${wall}`, async () => {
      await using site = await startWalledSite(wall, 40)
      const credentials = credentialsOf(site, wall)
      const request = { url: `${site.origin}/`, credentials }
      const undisturbed = await openTestProduct({ flags })
      const whole = await waitForEnd(undisturbed.product, await startTestCrawl(undisturbed.product, request))
      const report = await reportOf(undisturbed, whole)
      await undisturbed[Symbol.asyncDispose]()

      const folder = temporaryFolder()
      const servedBefore = site.served()
      const first = await openTestProduct({ flags, folder })
      const crawlId = await startTestCrawl(first.product, request)
      await until(async () => site.served() >= servedBefore + 10)
      await first[Symbol.asyncDispose]()
      await using second = await openTestProduct({ flags, folder })
      const resumed = await waitForEnd(second.product, crawlId)
      assert.deepEqual([resumed.endReason, await reportOf(second, resumed)], ['finished', report])
      assert.deepEqual([site.leaks, await secretsIn(second, crawlId)], [[], []])
    })

  it('ends at once when its credentials are gone', async () => {
    await using site = await startWalledSite('token')
    await using opened = await openTestProduct({ flags })
    const { product } = opened
    const { crawl } = await crawlOf(opened, site, 'token')
    await product.store.websites.clear(crawl.websiteId, 1)
    const before = site.requested.length
    const credentials = credentialsSchema.parse({ origins: [site.origin], token: TOKEN })
    const ownerId = await product.store.visitors.createOwner('other', Date.now())
    const { crawlId, websiteId } = await product.store.websites.startCrawl({
      ownerId,
      url: `${site.origin}/`,
      crawlLimit: 10,
      options: crawl.options,
      credentials,
      nowMs: Date.now(),
    })
    assert.equal(await product.store.credentials.remove(websiteId), true)
    product.control.wake()
    const ended = await waitForEnd(product, crawlId)
    assert.match(ended.endSentence, /at its start: they have been deleted, or cannot be read on this server\./)
    assert.equal(site.requested.length, before)
  })

  it('has nothing of a crawl without, which cannot read the website', async () => {
    await using site = await startWalledSite('basic')
    await using opened = await openTestProduct({ flags })
    const { crawl } = await crawlOf(opened, site, null)
    assert.deepEqual([crawl.endReason, crawl.options.hasCredentials], ['start-unreachable', undefined])
  })
})
