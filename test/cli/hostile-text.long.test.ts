import assert from 'node:assert/strict'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import * as z from 'zod/mini'
import { type ExportFormatName, exportFormats } from '#report/export/index.ts'
import { openSqliteStore } from '#store/database/sqlite.ts'
import { xssCorpus } from '../attack/xss-corpus.ts'
import { type Finished, fastFlags, runCommand } from '../support/command.ts'
import { type HostileTextSite, payloadPath, startHostileTextSite } from '../support/hostile-text-site.ts'
import { shownTitle } from '../support/hostile-title.ts'
import { sampled } from '../support/measure.ts'
import { extractTestPage } from '../support/storage.ts'

/** What a hostile site wrote, in a terminal and in the files that leave the product. */

/** Terminal escapes begin with a C0 or C1 control; bidirectional controls and line separators change what is read. */
const ACTING = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/
const FORMULA = /^[^\S\r\n]*[=+\-@＝＋－＠]/

const payloads = sampled(xssCorpus, 4)

let site: HostileTextSite
let folder: string
let audit: Finished
let files: Record<'csv' | 'json', string>

before(async () => {
  site = await startHostileTextSite(payloads)
  folder = mkdtempSync(path.join(tmpdir(), 'sitesounder-hostile-'))
  const options = ['--limit', '2000', '--data', folder, '--fail-on', 'never']
  audit = await runCommand(['audit', site.url, ...options, ...fastFlags])
  files = await exportedFiles()
})
after(async () => {
  await site[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

/** Of the crawl that the command left in its data folder. */
async function exportedFiles(): Promise<Record<'csv' | 'json', string>> {
  await using store = await openSqliteStore({
    file: path.join(folder, 'sitesounder.sqlite'),
    busyTimeoutMs: 1_000,
    extract: extractTestPage,
  })
  const crawl = await store.reading.crawl(1)
  assert.ok(crawl)
  const write = async (format: ExportFormatName) =>
    (await Array.fromAsync(exportFormats[format].write({ reading: store.reading, crawl, isStable: false }))).join('')
  return { csv: await write('csv'), json: await write('json') }
}

test('nothing of it reaches the terminal but text', () => {
  assert.equal(audit.code, 0)
  assert.match(audit.stdout, /The whole site was crawled/)
  assert.equal(ACTING.exec(audit.stdout + audit.stderr), null)
})

test('the JSON file is one document that gives every title back', () => {
  assert.equal(ACTING.exec(files.json), null)
  const schema = z.object({ pages: z.array(z.object({ url: z.string(), title: z.nullable(z.string()) })) })
  const { pages } = schema.parse(JSON.parse(files.json))
  const titles = new Map(pages.map(page => [page.url, page.title]))
  for (const [index, payload] of payloads.entries()) {
    const title = titles.get(new URL(payloadPath(index), site.url).href)
    assert.equal(title ?? '', shownTitle(payload.text), payload.name)
  }
})

test('the CSV file has no cell that a spreadsheet takes for a formula, however it splits lines and cells', () => {
  assert.equal(ACTING.exec(files.csv.replace(/[\t\r\n]/g, ' ')), null)
  const records = readCsv(files.csv)
  const width = records[0]?.length
  assert.ok(records.length > 5 * payloads.length)
  for (const record of records) {
    assert.equal(record.length, width, record.join())
    for (const cell of record) for (const part of cell.split(/[;\t\r\n]/)) assert.doesNotMatch(part, FORMULA)
  }
})

/** Records of RFC 4180. */
function readCsv(text: string): string[][] {
  const records: string[][] = [[]]
  const cells = text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy)
  for (const [, quoted, plain = '', end] of cells) {
    records.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end === '\r\n') records.push([])
  }
  assert.deepEqual(records.pop(), [])
  return records
}
