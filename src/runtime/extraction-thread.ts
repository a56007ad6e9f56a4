import { parentPort } from 'node:worker_threads'
import { extractStoredPage, readStoredFields } from '#crawl/visit/stored-page.ts'
import type { Extracted, ExtractionRequest } from './extraction.ts'

/** Entry of the thread that extracts stored pages for `extraction.ts`. An error ends it. */
const port = parentPort
if (!port) throw new Error('extraction-thread.ts is the entry of a thread')
port.on('message', request => port.postMessage(extracted(request)))

function extracted({ page, fields }: ExtractionRequest): Extracted {
  return fields === null ? { facts: extractStoredPage(page) } : { fields: readStoredFields(page, fields) }
}
