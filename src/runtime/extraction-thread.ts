import { parentPort } from 'node:worker_threads'
import { extractStoredPage } from '#crawl/visit/stored-page.ts'
import type { StoredPage } from '#shared/stored-page.ts'

/** Entry of the thread that extracts large stored pages for `extraction.ts`. An error ends it. */
const port = parentPort
if (!port) throw new Error('extraction-thread.ts is the entry of a thread')
port.on('message', (page: StoredPage) => port.postMessage(extractStoredPage(page)))
