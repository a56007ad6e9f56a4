import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { pageSpeedWith } from '#checks/test-page-speed.ts'
import type { MeasuredSpeed } from './measure-page-speed.ts'
import { measureInTurn } from './measure-page-speed.ts'

const url = 'https://site.test/'
const busy: MeasuredSpeed = { ok: false, message: 'Too many wait.', cause: 'busy' }
const fast: MeasuredSpeed = { ok: true, pageSpeed: pageSpeedWith({ url }) }

/** Responses in turn, the last one again and again; a pause ends as soon as it begins unless it is held. */
function measuring(responses: MeasuredSpeed[], { holdsPause = false } = {}) {
  const control = new AbortController()
  const pauses: number[] = []
  let requested = 0
  let cancelled = 0
  const response = measureInTurn(
    { url, device: 'mobile', crawlId: 1, signal: control.signal },
    {
      measure: async () => responses[Math.min(requested++, responses.length - 1)] ?? busy,
      after: (ms, callback) => {
        pauses.push(ms)
        if (!holdsPause) queueMicrotask(callback)
        return () => void cancelled++
      },
    },
  )
  return { control, pauses, response, counts: () => ({ requested, cancelled }) }
}

describe('measureInTurn()', () => {
  it('tries again after a pause while others are measured first', async () => {
    const { response, pauses, counts } = measuring([busy, busy, fast])
    assert.equal(await response, fast)
    assert.deepEqual([counts().requested, pauses], [3, [15_000, 15_000]])
  })

  it('takes any other response as it is', async () => {
    const failed: MeasuredSpeed = { ok: false, message: 'No page.', cause: 'page' }
    const { response, counts } = measuring([failed])
    assert.equal(await response, failed)
    assert.equal(counts().requested, 1)
  })

  it('gives up after ten minutes of pauses', async () => {
    const { response, pauses } = measuring([busy])
    const measured = await response
    assert.ok(!measured.ok && measured.cause === 'page')
    assert.equal(
      pauses.reduce((sum, ms) => sum + ms, 0),
      600_000,
    )
  })

  it('ends its pause with the crawl', async () => {
    const { response, control, counts } = measuring([busy], { holdsPause: true })
    await new Promise(setImmediate)
    control.abort()
    assert.equal((await response).ok, false)
    assert.deepEqual(counts(), { requested: 1, cancelled: 1 })
  })
})
