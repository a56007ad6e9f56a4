import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { exportStream } from '#report/export/export-stream.ts'
import { addCrawl, testIssue } from '#report/test-crawl.ts'
import { type Finished, runCommand } from '../support/command.ts'
import { openTestStore, storageEnvironment } from '../support/storage.ts'

/** `sitesounder compare` in a process of its own, on a data folder with two crawls. */

const HOME = 'https://site.test/'

let folder: string
let report: string
let earlier = ''
let later = ''

before(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'sitesounder-compare-'))
  report = path.join(folder, 'earlier.json')
  await using store = await openTestStore({ folder })
  const ownerId = await store.visitors.createOwner('a hash', 0)
  const untitled = (url: string) => ({ url, title: '', issues: [testIssue(url)] })
  const of = { ownerId, url: HOME, passedChecks: { 'title-missing': 1 } }
  const first = await addCrawl(store, { ...of, nowMs: 1_000, pages: [{ url: HOME }, untitled(`${HOME}a`)] })
  const crawl = await store.reading.crawl(first.crawlId)
  assert.ok(crawl)
  const file = {
    reading: store.reading,
    crawl,
    part: 'report',
    format: 'json',
    hasBom: false,
    isStable: false,
  } as const
  writeFileSync(report, (await Array.fromAsync(exportStream(file).text)).join(''))
  const pages = [{ url: HOME, title: 'Another' }, { url: `${HOME}a` }, untitled(`${HOME}b\u001b[2J`)]
  const second = await addCrawl(store, { ...of, nowMs: 100_000, pages })
  earlier = String(first.crawlId)
  later = String(second.crawlId)
})
after(() => rmSync(folder, { recursive: true, force: true }))

const compare = async (...args: string[]): Promise<Finished> =>
  await runCommand(['compare', ...args, '--data', folder], { env: await storageEnvironment(folder) })

test('two crawls as a table, in which no URL steers the terminal', async () => {
  const { code, stdout } = await compare(earlier, later)
  assert.equal(code, 0)
  assert.match(stdout, /^New findings\n {2}error {3}Missing title\n/)
  assert.match(stdout, /\nFindings\n {2}New {10}1\n {2}Fixed {8}1\n {2}Unchanged {4}0\n/)
  assert.match(stdout, /\nPages\n {2}Changed {6}2 of 2 in both crawls\n/)
  assert.doesNotMatch(stdout, /\u001b/)
})

test('as files', async () => {
  const json = JSON.parse((await compare(earlier, later, '--format', 'json')).stdout)
  assert.deepEqual([json.format, json.comparison.pages.added], ['sitesounder-comparison', 1])
  assert.match((await compare(earlier, later, '--format', 'issues-csv')).stdout, /^Change,Severity,.*\r\nnew,error,/)
  assert.match((await compare(earlier, later, '--format', 'pages-csv')).stdout, /\r\nchanged,https:\/\/site\.test\/,/)
})

test('a report beside a crawl, by its findings', async () => {
  const { code, stdout } = await compare(report, later)
  assert.equal(code, 0)
  assert.match(stdout, /\n {2}New {8}1\n {2}Fixed {6}1\n {2}Unchanged {2}0\n/)
})

const refused: [name: string, args: () => string[], code: number, message: RegExp][] = [
  ['one crawl', () => [earlier], 2, /Name two crawls/],
  ['three crawls', () => [earlier, later, later], 2, /Name two crawls/],
  ['a later report', () => [earlier, report], 2, /Name the later crawl by its id/],
  ['an unknown crawl', () => [earlier, '999'], 1, /There is no crawl 999/],
  ['an unknown file', () => ['nowhere.json', later], 1, /There is no file/],
  ['a path map that is none', () => [earlier, later, '--paths', 'a>b'], 2, /--paths must be pairs/],
  ['another format', () => [earlier, later, '--format', 'xml'], 2, /--format must be one of/],
  ['a report as JSON', () => [report, later, '--format', 'json'], 2, /need two crawls/],
]
for (const [name, args, code, message] of refused)
  test(`refuses ${name}`, async () => {
    const finished = await compare(...args())
    assert.equal(finished.code, code)
    assert.match(finished.stderr, message)
  })
