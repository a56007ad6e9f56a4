import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { compareChosen } from '#compare/comparison.ts'
import { addCrawl, type TestPage, testIssue } from '#report/test-crawl.ts'
import { openSqliteStore } from '#store/database/sqlite.ts'
import { extractTestPage } from '../support/storage.ts'

/**
 * How long it takes to compare two crawls of a website, whose pages partly came, went and changed. Fails where it takes longer than
 * LIMIT_MS. `npm run bench:compare [-- --pages 50000]`
 */
const LIMIT_MS = 2_000
const BUSY_TIMEOUT_MS = 5_000
const URL_START = 'https://bench.test/'
/** Of so many pages, one is in one crawl alone, has another title, or a finding. */
const [MISSING_EVERY, CHANGED_EVERY, ISSUE_EVERY] = [50, 20, 4]

const { values } = parseArgs({ options: { pages: { type: 'string', default: '50000' } } })

function pagesOf(count: number, crawl: number): TestPage[] {
  return Array.from({ length: count }, (_, number) => {
    const isAlone = number > 0 && number % MISSING_EVERY === 0
    const url = `${URL_START}${number === 0 ? '' : `section-${number % 500}/page-${number}${isAlone ? `-${crawl}` : ''}`}`
    const title = `Title of page ${number}${number % CHANGED_EVERY === 0 ? ` in crawl ${crawl}` : ''}`
    const hasIssue = (number + crawl) % ISSUE_EVERY === 0
    return { url, title, issues: hasIssue ? [testIssue(url)] : [] }
  })
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
  const rows = []
  for (const crawl of [1, 2]) {
    const { crawlId } = await addCrawl(store, {
      ownerId,
      url: URL_START,
      pages: pagesOf(pages, crawl),
      nowMs: crawl,
    })
    rows.push(await store.reading.crawl(crawlId))
  }
  const [earlier, later] = rows
  if (!earlier || !later) throw new Error('the crawls are not there')
  const [started, cpuBefore] = [performance.now(), process.cpuUsage()]
  const { pages: compared, findings } = await compareChosen(store.reading, {
    later,
    earlier,
    paths: [],
    switchedOff: new Set(),
  })
  const ms = performance.now() - started
  const { user, system } = process.cpuUsage(cpuBefore)
  const changes = Object.entries(compared.changes).map(([change, list]) => `${list.length} ${change}`)
  const found = findings.map(({ change, issueIds }) => `${issueIds.length} ${change}`)
  console.log(
    `${pages} pages with ${pages}: ${Math.round(ms)} ms, ${Math.round((user + system) / 1_000)} ms of processor time (${changes.join(', ')}; findings: ${found.join(', ')})`,
  )
  if (ms > LIMIT_MS) process.exitCode = 1
} finally {
  await rm(folder, { recursive: true, force: true })
}
