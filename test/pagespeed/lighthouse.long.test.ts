import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { test } from 'node:test'
import { shortTemporaryFolder } from '#browser/private-folder.ts'
import { startDemoSite } from '#demo-site/site.ts'
import { openPageSpeed } from '#pagespeed/open-page-speed.ts'
import { pageSpeedOptions } from '#runtime/page-speed.ts'
import { type PageSpeed, type PageSpeedProgress, pageSpeedSchema } from '#shared/page-speed.ts'
import { testSettings } from '../support/settings.ts'
import { openTestStore } from '../support/storage.ts'
import { until } from '../support/until.ts'
import { leftovers } from './leftovers.ts'

/** One real measurement, by the browser of this machine, through the product's own path. */
test('a page of the demo site is measured, kept for its owner, and nothing is left behind', async () => {
  const folder = await mkdtemp(path.join(shortTemporaryFolder(), 'speed-'))
  const temporary = process.env.TMPDIR
  process.env.TMPDIR = folder
  try {
    await using site = await startDemoSite()
    await using store = await openTestStore({ folder })
    const ownerId = await store.visitors.createOwner('visitor', Date.now())
    const strangerId = await store.visitors.createOwner('stranger', Date.now())
    const policy = { targets: 'any', allow: [] } as const
    const given = {
      policy,
      results: store.pageSpeed,
      yieldsToCrawls: false,
      log: (event: string) => assert.fail(event),
    }
    await using pageSpeed = openPageSpeed(pageSpeedOptions(testSettings({ pagespeed: 'lighthouse' }), given))
    const subject = { ownerId, url: site.url, device: 'mobile' } as const
    const measuring = pageSpeed.measure({ ...subject, signal: new AbortController().signal })
    const seen: PageSpeedProgress[] = []
    const isDone = measuring.then(() => true)
    await until(async () => {
      const progress = pageSpeed.progressOf(subject)
      if (progress) seen.push(progress)
      return (await Promise.race([isDone, false])) && true
    })
    const result = await measuring
    assert.ok(result.ok, JSON.stringify(result))
    assertMeasured(result.pageSpeed, site.url)
    const phases = new Set(seen.flatMap(progress => (progress.state === 'running' ? [progress.phase] : [])))
    assert.deepEqual([...phases].slice(0, 3), ['starting', 'loading', 'measuring'])
    assert.deepEqual(leftovers(folder), [])
    const again = await pageSpeed.measure({ ...subject, signal: new AbortController().signal })
    assert.deepEqual(again, result)
    assert.equal(pageSpeed.progressOf({ ...subject, ownerId: strangerId }), null)
    const question = { url: site.url, device: 'mobile', afterMs: 0 } as const
    assert.equal(await store.pageSpeed.find({ ...question, ownerId: strangerId }), null)
  } finally {
    if (temporary === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = temporary
    await rm(folder, { recursive: true, force: true })
  }
})

function assertMeasured(measured: PageSpeed, url: string): void {
  assert.deepEqual(pageSpeedSchema.parse(measured), measured)
  assert.deepEqual(
    [measured.url, measured.finalUrl, measured.provider, measured.device],
    [url, url, 'lighthouse', 'mobile'],
  )
  assert.match(measured.lighthouseVersion, /^13\./)
  assert.match(measured.browserVersion ?? '', /^\d+\.\d+/)
  for (const score of [
    measured.performance,
    measured.accessibility,
    measured.bestPractices,
    measured.seo,
    measured.overall,
  ])
    assert.ok(score !== null && score > 0 && score <= 100)
  const { lab } = measured
  for (const value of [lab.lcpMs, lab.fcpMs, lab.ttfbMs, lab.speedIndexMs]) assert.ok(value !== null && value > 0)
  assert.ok(lab.tbtMs !== null && lab.cls !== null)
  assert.ok((measured.totalBytes ?? 0) > 1_000)
  const blocking = measured.opportunities.find(each => each.id === 'render-blocking-insight')
  assert.deepEqual(
    blocking?.items.map(item => item.url),
    [`${url}site.css`],
  )
  assert.deepEqual([measured.field, measured.warnings], [null, []])
}
