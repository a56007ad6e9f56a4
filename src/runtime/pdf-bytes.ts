import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { printPdf } from './print-pdf.ts'

/** For a browser that starts, reads a document and prints some hundred pages, on a busy machine. */
const DEADLINE_MS = 60_000

/**
 * A document printed, in memory: a report holds a bounded number of rows, so its pages are bounded, too.
 *
 * @throws AppError unavailable when there is no browser, when it cannot be started, or when it takes too long.
 */
export async function pdfBytes(document: { html: AsyncIterable<string>; paper: 'A4' | 'Letter' }): Promise<Uint8Array> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sitesounder-report-'))
  try {
    const output = path.join(folder, 'report.pdf')
    await printPdf({ ...document, output, deadlineMs: DEADLINE_MS })
    return new Uint8Array(await readFile(output))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
