import { writeSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

/** Preloaded into a measured process: at its end it reports what it took, all threads together, over file descriptor 3. */
const USAGE_DESCRIPTOR = 3
if (isMainThread)
  process.on('exit', () => {
    const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage()
    const usage = { cpuSeconds: (userCPUTime + systemCPUTime) / 1e6, peakMegabytes: maxRSS / 1024 }
    writeSync(USAGE_DESCRIPTOR, JSON.stringify(usage))
  })
