import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { readSettings } from '#settings/config.ts'
import { engineData } from './engine-data.ts'
import { startPageThreads } from './page-threads.ts'

const data = {
  ...engineData(readSettings({}, { 'page-workers': '1' }), { targets: 'any', allow: [] }),
  database: { kind: 'sqlite', file: 'unused' },
  credentialsKey: null,
} as const

test('each request for a thread gets one, beyond those that were started early, too; each reports its processor time and its end', async () => {
  const logged: string[] = []
  const start = startPageThreads(data, event => void logged.push(event))
  const ends: number[] = []
  const threads = [1, 2].map(start)
  for (const [index, thread] of threads.entries()) thread.on('exit', () => void ends.push(index))
  assert.deepEqual(
    threads.map(thread => thread.reading()),
    [null, null],
  )
  for (const thread of threads) while (thread.processorMs() === 0) await turn()
  await Promise.all(threads.map(thread => thread.terminate()))
  assert.ok(threads.every(thread => thread.processorMs() > 0))
  assert.deepEqual([ends.sort(), logged], [[0, 1], []])
})
