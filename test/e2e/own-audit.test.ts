import assert from 'node:assert/strict'
import { test } from 'node:test'
import { screenNames } from '#shared/routes.ts'
import { ROUTE_BUDGET_BYTES, routeSizes } from '../../scripts/build-web.ts'
import { findingsAt } from '../support/own-findings.ts'
import { startTestServer } from '../support/product.ts'

/** The tool on itself. own-audit.long.test.ts measures its screens with Lighthouse, and crawls them as they are drawn. */

test('no screen loads more than its budget of JavaScript before it can be used', async () => {
  const sizes = await routeSizes()
  assert.deepEqual(
    sizes.map(({ screen }) => screen),
    screenNames,
  )
  const tooLarge = sizes.filter(({ scriptBytes }) => scriptBytes > ROUTE_BUDGET_BYTES)
  assert.deepEqual(tooLarge, [])
})

test('our own crawler finds no error and no warning from the landing page on, as a visitor without scripts gets it', async () => {
  await using server = await startTestServer()
  // Scripts draw the screens, and this crawl runs none: that nothing could be checked is what it says.
  const isExpected = ({ checkId }: { checkId: string }) => checkId === 'pages-unchecked'
  assert.deepEqual(await findingsAt(`${server.url}/`, { limit: 100, isExpected }), [])
})
