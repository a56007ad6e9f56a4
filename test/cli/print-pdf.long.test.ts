import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { inflateSync } from 'node:zlib'
import { privateFolders } from '#browser/private-folder.ts'
import { FOLDER_PREFIX, type PdfRequest, printPdf } from '#runtime/print-pdf.ts'
import { AppError } from '#shared/errors.ts'
import { testSandbox } from '../support/settings.ts'

let folder = ''
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'print-pdf-test-'))
})
after(() => rm(folder, { recursive: true }))

async function* parts(...texts: string[]) {
  yield* texts
}

async function print(html: AsyncIterable<string>, more: Partial<PdfRequest> = {}): Promise<Buffer> {
  const output = path.join(folder, 'report.pdf')
  await printPdf({ html, output, paper: 'A4', sandbox: testSandbox, ...more })
  return await readFile(output)
}

/** Numbers of the first page's size in points, and how many pages there are. */
function sheets(pdf: Buffer): { count: number; size: string | undefined } {
  const text = pdf.toString('latin1')
  return {
    count: text.match(/\/Type\s*\/Page\b/g)?.length ?? 0,
    size: /\/MediaBox\s*\[([^\]]*)\]/.exec(text)?.[1],
  }
}

/** All streams of a PDF that are deflated, as text. */
function streams(pdf: Buffer): string {
  const found: string[] = []
  for (let start = pdf.indexOf('stream\n'); start >= 0; start = pdf.indexOf('stream\n', start + 1)) {
    try {
      found.push(inflateSync(pdf.subarray(start + 7)).toString('latin1'))
    } catch {
      // Not deflated, such as the end of a stream.
    }
  }
  return found.join('\n')
}

const head = '<!doctype html><meta charset="utf-8"><title>Depths</title>'
const threePages = `${head}<h1>Soundings</h1><p style="break-after:page">one<p style="break-after:page">two<p>three`

describe('a printed report', () => {
  test('is a PDF with a page for each page, its title and its headings', async () => {
    const pdf = await print(parts(threePages.slice(0, 90), threePages.slice(90)))
    assert.equal(pdf.toString('latin1', 0, 5), '%PDF-')
    const { count, size } = sheets(pdf)
    assert.equal(count, 3)
    assert.match(size ?? '', /^0 0 59\d\.?\d* 84\d/)
    const text = pdf.toString('latin1')
    assert.match(text, /Depths/)
    assert.match(text, /\/Outlines/)
    assert.match(text, /\/StructTreeRoot/)
    // Text, not a picture of it: glyphs with a table of the characters that they stand for.
    assert.match(streams(pdf), /beginbfrange|beginbfchar/)
  })

  test('may be of American paper', async () => {
    assert.match(sheets(await print(parts(threePages), { paper: 'Letter' })).size ?? '', /^0 0 612 792/)
  })

  test('requests nothing from any server and runs no script', async () => {
    let requestCount = 0
    const server = createServer((_, response) => {
      requestCount++
      response.end()
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const elsewhere = `http://127.0.0.1:${port}/`
    const pdf = await print(
      parts(
        head,
        `<img src="${elsewhere}a.png"><link rel="stylesheet" href="${elsewhere}a.css"><iframe src="${elsewhere}"></iframe>`,
        `<script>document.title = 'run'; fetch('${elsewhere}')</script><p>one`,
      ),
    )
    server.close()
    assert.equal(requestCount, 0)
    assert.match(pdf.toString('latin1'), /Depths/)
  })

  test('reads no other file of the machine', async () => {
    const pdf = await print(parts(head, `<iframe src="file:///etc/passwd" width="600" height="600"></iframe>`))
    assert.equal(sheets(pdf).count, 1)
    assert.doesNotMatch(streams(pdf), /beginbfrange|beginbfchar/)
  })

  test('is given up at the deadline, and leaves nothing behind', async () => {
    const output = path.join(folder, 'late.pdf')
    const before = privateFolders(FOLDER_PREFIX)
    await assert.rejects(
      printPdf({ html: parts(threePages), output, paper: 'A4', deadlineMs: 1, sandbox: testSandbox }),
      AppError,
    )
    assert.equal(existsSync(output), false)
    assert.deepEqual(privateFolders(FOLDER_PREFIX), before)
  })

  test('is refused in one sentence when the browser cannot be started', async () => {
    const chosen = process.env.CHROME_PATH
    process.env.CHROME_PATH = path.join(folder, 'no-browser')
    try {
      await assert.rejects(print(parts(threePages)), (error: unknown) => {
        return error instanceof AppError && error.code === 'unavailable' && /CHROME_PATH/.test(error.message)
      })
    } finally {
      if (chosen === undefined) delete process.env.CHROME_PATH
      else process.env.CHROME_PATH = chosen
    }
  })
})
