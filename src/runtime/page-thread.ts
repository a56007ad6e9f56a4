import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { yieldToOthers } from '#browser/process-group.ts'
import { pageChecks } from '#checks/page-checks.ts'
import { createPageWorker } from '#crawl/visit/page-worker.ts'
import type { ToPageWorker } from '#crawl/visit/worker-messages.ts'
import { createPausableClock } from '#fetch/pausable-clock.ts'
import { createFetcher } from '#fetch/undici-fetcher.ts'
import { type PageThreadData, READING_CRAWL_ID, READING_SEQUENCE, READING_URL_ID } from './threads.ts'

/** Entry of a page worker's thread: builds the worker of `crawl/visit/page-worker.ts` and passes messages. */
const data: PageThreadData = workerData
const port = parentPort
if (!port) throw new Error('page-thread.ts is the entry of a thread')

const reading = new Int32Array(data.reading)
const clock = createPausableClock(() => performance.now())
const receive = createPageWorker({
  fetcher: createFetcher({ limits: data.limits, policy: data.policy, now: clock.now }),
  now: Date.now,
  robotsToken: data.robotsToken,
  program: programName(),
  checks: pageChecks,
  onReading: job => {
    if (job) clock.pause()
    else clock.resume()
    Atomics.store(reading, READING_CRAWL_ID, job?.crawlId ?? 0)
    Atomics.store(reading, READING_URL_ID, job?.urlId ?? 0)
    Atomics.add(reading, READING_SEQUENCE, 1)
  },
  post: (message, transfer) => port.postMessage(message, [...transfer]),
})
port.on('message', (message: ToPageWorker) => {
  if (message.kind === 'read') comeAfterOtherThreads()
  receive(message)
})

/** The bundle names its files by the hashes of what they hold: that of this one, which names the others, is that of all. Sources may change until the next process. */
function programName(): string {
  const file = import.meta.filename
  return file.endsWith('.ts') ? `sources of process ${process.pid}` : hash('sha256', readFileSync(file))
}

let hasYielded = false

/** A thread that reads large pages comes after those of other pages and after responses. Where threads have no priority of their own, nothing changes. */
function comeAfterOtherThreads(): void {
  if (hasYielded || process.platform !== 'linux') return
  hasYielded = true
  yieldToOthers()
}
