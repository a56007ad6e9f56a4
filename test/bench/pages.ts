import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os, { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { pageResponse } from '#report/page-list.ts'
import { addCrawl, type TestPage, testIssue } from '#report/test-crawl.ts'
import { pageColumnIds, pageColumns, textColumnIds } from '#shared/page-columns.ts'
import { readConditions } from '#shared/page-conditions.ts'
import { openSqliteStore } from '#store/database/sqlite.ts'
import type { PageQuery, ReadingStore } from '#store/store.ts'
import { extractTestPage } from '../support/storage.ts'

/**
 * How long the first page of the pages list takes under every filter, order and search, with its count: the first time, when nothing
 * of the list is in the cache. Writes docs/measurements/pages-list.md, and fails where one takes longer than LIMIT_MS.
 * `npm run bench:pages [-- --pages 200000] [--dry]`
 */
const LIMIT_MS = 300
const BUSY_TIMEOUT_MS = 5_000
const ROWS = 10
const PAGE = path.join(import.meta.dirname, '..', '..', 'docs', 'measurements', 'pages-list.md')
const words =
  'oak measuring depth guide price service contact lead line report survey chart harbour tide current sounding'.split(
    ' ',
  )

const { values } = parseArgs({
  options: { pages: { type: 'string', default: '200000' }, dry: { type: 'boolean', default: false } },
})

function testPage(number: number): TestPage {
  const word = (at: number) => words[(number * 7 + at * at * (number % 11)) % words.length]
  const url = `https://bench.test/${number === 0 ? '' : `section-${number % 500}/${word(1)}-${number}`}`
  return {
    url,
    title: `${word(2)} ${word(3)} ${word(4)} ${number} ${word(5)}`,
    status: number % 50 === 7 ? 404 : 200,
    issues: number % 4 === 0 ? [testIssue(url)] : [],
  }
}

interface Measured {
  name: string
  query: PageQuery
  matches: number
  ms: number
}

const conditions = (text: string): PageQuery => ({ conditions: readConditions(text) ?? [] })

function queries(pages: number): [string, PageQuery][] {
  const byKind = { number: 'over:1', text: 'contains:depth', choice: 'not:redirect' } as const
  const choiceOf = { indexability: 'is:noindex', foundBy: 'is:links' }
  return [
    ...pageColumnIds.map((id): [string, PageQuery] => {
      const { kind } = pageColumns[id]
      const condition = id === 'foundBy' || id === 'indexability' ? choiceOf[id] : byKind[kind]
      return [`filter ${id} ${condition.replace(':', ' ')}`, conditions(`${id}:${condition}`)]
    }),
    ...textColumnIds.map((id): [string, PageQuery] => [`filter ${id} empty`, conditions(`${id}:empty`)]),
    ...pageColumnIds.flatMap((column): [string, PageQuery][] =>
      [false, true].map(isDescending => [
        `sort ${column} ${isDescending ? 'descending' : 'ascending'}`,
        { sort: { column, isDescending } },
      ]),
    ),
    ['search frequent', { search: 'depth' }],
    ['search rare', { search: `-${pages - 1}` }],
    ['search none', { search: 'quagga' }],
    ['search not ASCII', { search: 'ölfarbe' }],
    ['status 4xx', { statusClass: '4xx' }],
    [
      'four conditions, sorted by title',
      {
        ...conditions('words:under:1000;depth:is:1;url:not-contains:/section-2;title:contains:guide'),
        sort: { column: 'title', isDescending: false },
      },
    ],
    ['last page, sorted by title', { sort: { column: 'title', isDescending: false }, offset: pages - ROWS }],
    ['middle page, sorted by words', { sort: { column: 'words', isDescending: true }, offset: pages / 2 }],
  ]
}

async function measure(reading: ReadingStore, crawlId: number, [name, query]: [string, PageQuery]): Promise<Measured> {
  const started = performance.now()
  const matches = await reading.countPages(crawlId, query)
  const rows = await reading.pages(crawlId, { ...query, limit: ROWS })
  JSON.stringify(rows.map(row => pageResponse(row, 1)))
  return { name, query, matches, ms: performance.now() - started }
}

function reportText(pages: number, measured: readonly Measured[]): string {
  const slowest = Math.max(...measured.map(({ ms }) => ms))
  return `# The pages list

Written by \`npm run bench:pages\`: ${pages.toLocaleString('en-US')} pages on SQLite, ${os.cpus()[0]?.model ?? 'unknown'}. Milliseconds for
ten rows and the number of all that match, each list read for the first time. The slowest took ${Math.round(slowest)} ms; ${LIMIT_MS} are allowed.

| list | matches | ms |
|---|---|---|
${measured.map(({ name, matches, ms }) => `| ${name} | ${matches.toLocaleString('en-US')} | ${Math.round(ms)} |`).join('\n')}
`
}

const pages = Number(values.pages)
const folder = await mkdtemp(path.join(tmpdir(), 'sitesounder-bench-'))
try {
  await using store = await openSqliteStore({
    file: path.join(folder, 'bench.db'),
    busyTimeoutMs: BUSY_TIMEOUT_MS,
    extract: extractTestPage,
  })
  const ownerId = await store.visitors.createOwner('bench', 0)
  const list = Array.from({ length: pages }, (_, number) => testPage(number))
  const { crawlId } = await addCrawl(store, { ownerId, url: 'https://bench.test/', pages: list, nowMs: 1 })
  const measured: Measured[] = []
  for (const query of queries(pages)) measured.push(await measure(store.reading, crawlId, query))
  const text = reportText(pages, measured)
  console.log(text)
  if (!values.dry) await writeFile(PAGE, text)
  if (measured.some(({ ms }) => ms > LIMIT_MS)) process.exitCode = 1
} finally {
  await rm(folder, { recursive: true, force: true })
}
