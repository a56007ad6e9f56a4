import type { Evidence } from '#shared/model.ts'
import type { SiteFacts } from '#shared/site-facts.ts'
import { isAbove } from '#shared/thresholds.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { grouped } from '../counted.ts'
import { tableEvidence } from '../evidence.ts'
import { ownResponses } from '../responses/own-responses.ts'
import {
  addUncompressed,
  compressionFinding,
  compressionSources,
  compressionThresholds,
  isIdentity,
  type Uncompressed,
} from './uncompressed.ts'

const thresholds = compressionThresholds('page')

export const textNotCompressed: SiteCheck<typeof thresholds> = {
  id: 'text-not-compressed',
  scope: 'site',
  type: 'performance_issue',
  severity: 'warning',
  isOfServer: true,
  title: 'Missing text compression',
  passedTitle: 'Pages are sent compressed',
  why: 'Compression shrinks text to a third or less. Without it every page takes longer to load, especially on mobile networks.',
  fix: 'Enable gzip, Brotli or Zstandard for text in the web server or the proxy in front of it.',
  example: { before: '(no Content-Encoding header)', after: 'Content-Encoding: br' },
  sources: compressionSources,
  thresholds,
  check: findings,
}

async function* findings(
  site: SiteFacts,
  { minBytes }: (typeof thresholds)['values'],
): AsyncGenerator<SiteFinding, void, undefined> {
  const pageCounts = new Map<string, number>()
  const hosts = new Map<string, Uncompressed>()
  for await (const { url, response } of ownResponses(site)) {
    const { host } = new URL(url)
    pageCounts.set(host, (pageCounts.get(host) ?? 0) + 1)
    const { bodyBytes: bytes, contentEncoding } = response
    if (isIdentity(contentEncoding) && isAbove(bytes, minBytes)) addUncompressed(hosts, { url, bytes })
  }
  for (const [host, pages] of pageCounts) {
    const texts = hosts.get(host)
    if (texts) yield compressionFinding({ host, noun: 'page', texts, evidence: [checkedPages(host, pages, texts)] })
  }
}

function checkedPages(host: string, pages: number, { count, bytes }: Uncompressed): Evidence {
  return tableEvidence({
    label: 'Checked pages',
    columns: ['Host', 'Pages', 'Not compressed', 'Bytes'],
    items: [host],
    row: name => [name, pages, count, grouped(bytes)],
  })
}
