import { parentPort } from 'node:worker_threads'
import { extractStoredPage } from '#crawl/visit/stored-page.ts'
import type { ExtractionRequest } from './extraction.ts'

/** Entry of the thread that extracts stored pages for `extraction.ts`. An error ends it. */
const port = parentPort
if (!port) throw new Error('extraction-thread.ts is the entry of a thread')
port.on('message', ({ page, fields }: ExtractionRequest) => port.postMessage(extractStoredPage(page, fields)))
