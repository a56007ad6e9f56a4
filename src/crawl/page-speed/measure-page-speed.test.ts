import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { pageSpeedWith } from '#checks/test-page-speed.ts'
import type { MeasuredSpeed } from './measure-page-speed.ts'
import { measureInTurn } from './measure-page-speed.ts'

const url = 'https://site.test/'
const busy: MeasuredSpeed = { ok: false, message: 'Too many wait.', cause: 'busy' }
const fast: MeasuredSpeed = { ok: true, pageSpeed: pageSpeedWith({ url }) }

/** Responses in turn, the last one again and again; a pause ends as soon as it begins unless it is held. */
function asking(answers: MeasuredSpeed[], { holdsPause = false } = {}) {
  const control = new AbortController()
  const pauses: number[] = []
  let asked = 0
  let cancelled = 0
  const answer = measureInTurn(
    { url, device: 'mobile', crawlId: 1, signal: control.signal },
    {
      measure: async () => answers[Math.min(asked++, answers.length - 1)] ?? busy,
      after: (ms, callback) => {
        pauses.push(ms)
        if (!holdsPause) queueMicrotask(callback)
        return () => void cancelled++
      },
    },
  )
  return { control, pauses, answer, counts: () => ({ asked, cancelled }) }
}

describe('askForSpeed()', () => {
  it('requests again while others are measured before, with a pause', async () => {
    const { answer, pauses, counts } = asking([busy, busy, fast])
    assert.equal(await answer, fast)
    assert.deepEqual([counts().asked, pauses], [3, [15_000, 15_000]])
  })

  it('takes any other answer as it is', async () => {
    const failed: MeasuredSpeed = { ok: false, message: 'No page.', cause: 'page' }
    const { answer, counts } = asking([failed])
    assert.equal(await answer, failed)
    assert.equal(counts().asked, 1)
  })

  it('gives up after ten minutes of pauses', async () => {
    const { answer, pauses } = asking([busy])
    const measured = await answer
    assert.ok(!measured.ok && measured.cause === 'page')
    assert.equal(
      pauses.reduce((sum, ms) => sum + ms, 0),
      600_000,
    )
  })

  it('ends its pause with the crawl', async () => {
    const { answer, control, counts } = asking([busy], { holdsPause: true })
    await new Promise(setImmediate)
    control.abort()
    assert.equal((await answer).ok, false)
    assert.deepEqual(counts(), { asked: 1, cancelled: 1 })
  })
})
