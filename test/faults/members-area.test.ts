import assert from 'node:assert/strict'
import { it } from 'node:test'
import { demoMember, MEMBERS_AREA } from '#demo-site/members-area.ts'
import { startDemoSite } from '#demo-site/site.ts'
import { credentialsSchema } from '#shared/credentials.ts'
import { openTestProduct, startTestCrawl, waitForEnd } from '../support/product.ts'

it("crawls the members' area of the demo site, and stays signed in", async () => {
  await using site = await startDemoSite()
  await using opened = await openTestProduct({
    flags: { 'credentials-key': 'a key of the tests, which is long enough' },
  })
  const { origin } = new URL(site.url)
  const fields = [
    { field: 'username', value: demoMember.name },
    { field: 'current-password', value: demoMember.password },
  ]
  const signIn = { url: `${origin}/club/login`, steps: [{ fields }], proof: { kind: 'text', value: 'Log out' } }
  const crawl = await waitForEnd(
    opened.product,
    await startTestCrawl(opened.product, {
      url: `${origin}${MEMBERS_AREA}`,
      credentials: credentialsSchema.parse({ origins: [origin], signIn, signedInText: 'Log out' }),
    }),
  )
  const pages = await opened.product.store.reading.pages(crawl.id, { limit: 100 })
  assert.deepEqual(
    [crawl.endReason, pages.length, [...new Set(pages.map(({ statusCode }) => statusCode))]],
    ['finished', 9, [200]],
  )
  const [skipped] = await opened.product.store.reading.skippedUrls(crawl.id, { limit: 10, reason: 'logout' })
  assert.equal(skipped?.url, `${origin}/club/logout`)
})
