import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { test } from 'node:test'
import { type DemoSite, startDemoSite } from '#demo-site/site.ts'
import { exportFormats } from '#report/export/index.ts'
import { createRandom } from '../properties/random.ts'
import { openKillTrials } from '../support/kill-trials.ts'
import { openTestProduct, startTestCrawl, waitForEnd } from '../support/product.ts'
import { assertSameText } from '../support/same-text.ts'
import { onSqliteAlone } from '../support/sqlite-tests.ts'
import { temporaryFolder } from '../support/storage.ts'

/** A crawl whose process was killed goes on at the next start and ends in the same report. */

/** Each once, at a random moment; `npm run test:kill` kills many more, and again and again. */
const KILLED_CRAWLS = 3

let onRequest: (count: number) => unknown = () => {}
let requests = 0
const startCountedSite = (): Promise<DemoSite> => startDemoSite({ onRequest: () => onRequest(++requests) })

async function reportOf(folder: string, url: string): Promise<string> {
  await using opened = await openTestProduct({ folder })
  const crawlId = await startTestCrawl(opened.product, { url })
  const crawl = await waitForEnd(opened.product, crawlId)
  assert.deepEqual(opened.logged, [])
  let text = ''
  for await (const part of exportFormats.json.write({ reading: opened.product.store.reading, crawl, isStable: true }))
    text += part
  return text
}

/** The process is asked to end, and ends in good order, when the site gets this request. */
const closeAtRequest = [60, 120, 135, 175, 182, 186]

async function crawlUntilClosed(folder: string, site: DemoSite, atRequest: number): Promise<void> {
  requests = 0
  const reached = Promise.withResolvers<void>()
  onRequest = count => count === atRequest && reached.resolve()
  const opened = await openTestProduct({ folder })
  const crawlId = await startTestCrawl(opened.product, { url: site.url })
  await Promise.race([reached.promise, waitForEnd(opened.product, crawlId)])
  await opened[Symbol.asyncDispose]()
  onRequest = () => {}
}

test('a crawl whose process was closed in good order goes on where it was and ends in the same report', async context => {
  await using site = await startCountedSite()
  const undisturbed = temporaryFolder()
  const expected = await reportOf(undisturbed, site.url)
  await rm(undisturbed, { recursive: true, force: true })
  for (const atRequest of closeAtRequest) {
    await context.test(`closed at request ${atRequest}`, async () => {
      const folder = temporaryFolder()
      await crawlUntilClosed(folder, site, atRequest)
      assertSameText(await reportOf(folder, site.url), expected)
      await rm(folder, { recursive: true, force: true })
    })
  }
})

test(
  'a crawl killed at any moment is taken up again and ends in the same report',
  onSqliteAlone('a crawl killed at any moment is taken up again and ends in the same report'),
  async context => {
    const seed = Number(process.env.KILL_SEED ?? randomInt(2 ** 31))
    context.diagnostic(`KILL_SEED=${seed} repeats it`)
    const random = createRandom(seed)
    await using trials = await openKillTrials({ maxKills: 1 })
    let kills = 0
    for (let round = 1; round <= KILLED_CRAWLS; round++) {
      await context.test(`crawl ${round}`, async trial => {
        const killed = await trials.run(random)
        for (const kill of killed.kills) trial.diagnostic(`killed at ${kill}`)
        kills += killed.kills.length
      })
    }
    // The first parts are those of the wide page's links.
    for (const moment of ['staged:6', 'staged:8'])
      await context.test(`a crawl whose limit is reached, killed at ${moment}`, async () => {
        assert.equal((await trials.runToLimit(moment)).kills.length, 1)
      })
    assert.ok(kills >= KILLED_CRAWLS / 2, `only ${kills} processes were really killed`)
  },
)
