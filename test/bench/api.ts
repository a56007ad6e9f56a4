import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { Agent } from 'undici'
import { databasePath } from '#runtime/database.ts'
import { buildWebIfNeeded } from '#runtime/web-build.ts'
import { makeApiCrawl } from './api-crawl.ts'
import { measureLoad } from './api-load.ts'
import { measureQuestion } from './api-measure.ts'
import { apiQuestions } from './api-questions.ts'
import { signIn, startApiServer } from './api-server.ts'
import { measureStart } from './api-start.ts'
import { apiCostsText, overLimit, type SizeCost } from './api-text.ts'

/**
 * What responses of the API cost about crawls of very many issues, what a poll costs while crawls run, and how long the program takes
 * to start. Writes docs/measurements/api-costs.md, and fails where a response costs more than it may.
 * `npm run bench:api [-- --sizes 500,50000] [--load-pages 2000] [--starts 5] [--dry]`; with 0 pages or 0 starts, these are skipped.
 */
const PAGE = path.join(import.meta.dirname, '..', '..', 'docs', 'measurements', 'api-costs.md')

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '500,50000,1000000' },
    'load-pages': { type: 'string', default: '2000' },
    starts: { type: 'string', default: '5' },
    dry: { type: 'boolean', default: false },
  },
})

await buildWebIfNeeded()
const sizes: SizeCost[] = []
for (const issues of values.sizes.split(',').filter(Boolean).map(Number)) sizes.push(await measureSize(issues))
const load = Number(values['load-pages']) > 0 ? await measureLoad(Number(values['load-pages'])) : null
const start = Number(values.starts) > 0 ? await measureStart(Number(values.starts)) : null
const text = apiCostsText({ sizes, load, start, measuredAt: new Date() })
console.log(text)
if (!values.dry) {
  await writeFile(PAGE, text)
  if (sizes.some(size => overLimit(size).length > 0)) process.exitCode = 1
}

async function measureSize(issues: number): Promise<SizeCost> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sitesounder-bench-'))
  try {
    const data = path.join(folder, 'data')
    await mkdir(data)
    const crawl = await makeApiCrawl(databasePath(data), issues)
    await using server = await startApiServer(data)
    await using cleaning = new AsyncDisposableStack()
    const agent = cleaning.adopt(new Agent({ connections: 1 }), each => each.destroy())
    const client = { url: server.url, pid: server.pid, cookie: await signIn(server.url), agent }
    const responses: SizeCost['responses'] = []
    for (const question of apiQuestions(crawl)) {
      const measured = await measureQuestion(client, question)
      responses.push({ name: question.name, isStream: question.isStream === true, measured })
    }
    return { issues, pages: crawl.pages, responses }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
