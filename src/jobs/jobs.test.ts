import { describe } from 'node:test'
import { openTestStore } from '../../test/support/storage.ts'
import { CrawlWorker } from './crawl-worker.ts'
import { jobsContract } from './jobs.contract.ts'

describe('jobs in process', () => {
  jobsContract(async () => {
    const store = await openTestStore()
    return {
      store,
      createJobs: deps => ({ work: run => new CrawlWorker(deps, run) }),
      [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
    }
  })
})
