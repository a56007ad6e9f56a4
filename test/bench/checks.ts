import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { makeBenchCrawl } from './checks-crawl.ts'
import { type LinkScoreCost, makeBenchLinks, measureLinkScore } from './checks-links.ts'
import { measurePages, measureSite, type PageCost, type SiteCost } from './checks-measure.ts'
import { checkCostsText } from './checks-text.ts'

/**
 * What checks cost: each page check a page, each site check at three sizes of site, with its growth and the memory of the whole.
 * Every measurement has a process of its own. Writes docs/measurements/check-costs.md when no sizes are given. `npm run bench:checks [-- PAGES…]`
 */
const SIZES = [500, 5_000, 50_000]
/** Of a crawl of links alone. */
const LINKED_PAGES = 1_000_000
const PAGES_READ = 200
const MAX_OUTPUT_BYTES = 2 ** 24
const DOCUMENT = path.join(import.meta.dirname, '..', '..', 'docs', 'measurements', 'check-costs.md')

async function inChild<Result>(args: readonly string[]): Promise<Result> {
  const { stdout } = await promisify(execFile)(process.execPath, [fileURLToPath(import.meta.url), ...args], {
    maxBuffer: MAX_OUTPUT_BYTES,
  })
  return JSON.parse(stdout)
}

async function benchmark({ sizes, linkedPages }: { sizes: readonly number[]; linkedPages: number }): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sitesounder-bench-'))
  try {
    const page = await inChild<PageCost>(['measure-pages', String(PAGES_READ)])
    const sites: SiteCost[] = []
    for (const size of sizes) {
      const file = path.join(folder, `${size}.db`)
      await inChild(['make', file, String(size)])
      sites.push(await inChild<SiteCost>(['measure-site', file]))
      await rm(file)
    }
    const links = path.join(folder, 'links.db')
    await inChild(['make-links', links, String(linkedPages)])
    const linkScore = await inChild<LinkScoreCost>(['measure-links', links])
    return checkCostsText({ page, sites, linkScore })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const [mode = '', ...values] = process.argv.slice(2)
const [first = '', second = ''] = values
if (mode === 'make') {
  await makeBenchCrawl(first, Number(second))
  console.log('{}')
} else if (mode === 'make-links') {
  await makeBenchLinks(first, Number(second))
  console.log('{}')
} else if (mode === 'measure-links') console.log(JSON.stringify(await measureLinkScore(first)))
else if (mode === 'measure-site') console.log(JSON.stringify(await measureSite(first)))
else if (mode === 'measure-pages') console.log(JSON.stringify(measurePages(Number(first))))
else {
  const sizes = process.argv.slice(2).map(Number)
  const text = await benchmark(
    sizes.length > 0 ? { sizes, linkedPages: Math.max(...sizes) } : { sizes: SIZES, linkedPages: LINKED_PAGES },
  )
  console.log(text)
  if (sizes.length === 0) await writeFile(DOCUMENT, text)
}
