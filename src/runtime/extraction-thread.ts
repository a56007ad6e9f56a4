import { parentPort } from 'node:worker_threads'
import { extractStoredPage } from '#crawl/visit/stored-page.ts'
import { compileFields } from '#extract/fields/read-fields.ts'
import { fieldsOf } from '#shared/custom-fields.ts'
import type { ExtractionRequest } from './extraction.ts'

/** Entry of the thread that extracts stored pages for `extraction.ts`. An error ends it. */
const port = parentPort
if (!port) throw new Error('extraction-thread.ts is the entry of a thread')

/** Of the last request: the same fields are read of one page after the other. */
let last = { lines: '', fields: compileFields([]) }

port.on('message', ({ page, fields }: ExtractionRequest) => {
  const lines = fields.join('\n')
  if (lines !== last.lines) last = { lines, fields: compileFields(fieldsOf(fields)) }
  port.postMessage(extractStoredPage(page, last.fields))
})
