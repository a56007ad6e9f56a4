import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import type { After } from '#shared/wait.ts'
import { readUpload } from './upload.ts'

const KILOBYTE = 1_024

describe('a file that is sent', () => {
  let timers: (() => void)[]
  let sent: ReadableStreamDefaultController<Uint8Array>
  let body: ReadableStream<Uint8Array>
  let wasCancelled: boolean
  const after: After = (_ms, callback) => {
    timers.push(callback)
    return () => {
      timers = timers.filter(each => each !== callback)
    }
  }
  /** Ten seconds. */
  const passTime = () => timers.shift()?.()
  const send = (bytes: number) => sent.enqueue(new Uint8Array(bytes))
  beforeEach(() => {
    timers = []
    wasCancelled = false
    body = new ReadableStream({
      start(controller) {
        sent = controller
      },
      cancel() {
        wasCancelled = true
      },
    })
  })

  it('is read as it arrives, and its time is up with its end', async () => {
    const chunks = readUpload(body, { maxBytes: KILOBYTE, after })
    send(1_000)
    assert.equal((await chunks.next()).value?.length, 1_000)
    send(KILOBYTE - 1_000)
    assert.equal((await chunks.next()).value?.length, KILOBYTE - 1_000)
    sent.close()
    assert.equal((await chunks.next()).done, true)
    assert.deepEqual(timers, [])
  })

  it('is refused in the middle when it is too large, and no more of it is taken', async () => {
    const chunks = readUpload(body, { maxBytes: KILOBYTE, after })
    send(KILOBYTE + 1)
    await assert.rejects(chunks.next(), { code: 'too-large' })
    assert.ok(wasCancelled)
    assert.deepEqual(timers, [])
  })

  it('is given up when less than 80 kilobytes come in ten seconds', async () => {
    const chunks = readUpload(body, { maxBytes: 1e9, after })
    send(80 * KILOBYTE)
    await chunks.next()
    passTime()
    send(80 * KILOBYTE - 1)
    await chunks.next()
    const waiting = chunks.next()
    passTime()
    await assert.rejects(waiting, { code: 'unavailable', message: 'The file arrived too slowly.' })
    assert.ok(wasCancelled)
    assert.deepEqual(timers, [])
  })

  it('is left alone when its reader stops', async () => {
    const chunks = readUpload(body, { maxBytes: 1e9, after })
    send(1)
    await chunks.next()
    await chunks.return(undefined)
    assert.ok(wasCancelled)
    assert.deepEqual(timers, [])
  })
})
