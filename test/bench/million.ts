import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import type { CrawlRow } from '#store/store.ts'
import { measureServing, serveLargeSite } from './million/large-site.ts'
import { millionText } from './million/million-text.ts'
import { progressReporter } from './million/progress.ts'
import { watchAudit } from './million/watched-audit.ts'

/**
 * Audits a site of a million pages, which a server generates for each request, and watches how the crawl goes on as it grows. A crawl that
 * is not whole does not count. Writes docs/measurements/million.md. Linux alone; takes about an hour and some 20 GB in the folder for temporary files.
 * `npm run bench:million -- [--urls 1000000] [--page-limit N] [--dry]`; with a page limit below the number of URLs most of them are
 * known and never visited; with --dry nothing is written.
 */

const PAGE = path.join(import.meta.dirname, '..', '..', 'docs', 'measurements', 'million.md')

const { values } = parseArgs({
  options: {
    urls: { type: 'string', default: '1000000' },
    'page-limit': { type: 'string' },
    dry: { type: 'boolean', default: false },
  },
})
const urls = Number(values.urls)
const pageLimit = Math.min(urls, Number(values['page-limit'] ?? urls))

const folder = await mkdtemp(path.join(tmpdir(), 'sitesounder-million-'))
await using parts = new AsyncDisposableStack()
parts.defer(() => rm(folder, { recursive: true, force: true }))
const site = parts.use(await serveLargeSite(urls))
const serving = await measureServing(site, urls)
const servedBefore = site.cpuSeconds()
// One more than there are, so that a crawl of all of them ends by itself.
const audited = await watchAudit({
  origin: site.origin,
  pageLimit: pageLimit < urls ? pageLimit : urls + 1,
  folder,
  onSample: progressReporter(pageLimit, line => console.error(line)),
})
requireWhole(audited.crawl)
const servedCpuSeconds = site.cpuSeconds() - servedBefore
const text = millionText({ urls, pageLimit, serving, audited, servedCpuSeconds, measuredAt: new Date() })
console.log(text)
if (!values.dry) await writeFile(PAGE, text)

function requireWhole({ counts, endReason }: CrawlRow): void {
  const expected = pageLimit < urls ? 'limit' : 'finished'
  if (counts.pagesCrawled !== pageLimit || endReason !== expected)
    throw new Error(`${counts.pagesCrawled} of ${pageLimit} pages, ended by ${endReason} instead of ${expected}`)
}
