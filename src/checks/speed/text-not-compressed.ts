import type { PageResponse, SiteFacts } from '#shared/site-facts.ts'
import { isAbove, TOLERANCE_NOTE } from '#shared/thresholds.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { grouped, roughCount } from '../counted.ts'
import { tableEvidence } from '../evidence.ts'
import { ownResponses } from '../responses/own-responses.ts'
import { declareThresholds } from '../thresholds.ts'

const thresholds = declareThresholds({
  /** What fits into one network packet does not get faster by compression. */
  minBytes: {
    label: 'Minimum size',
    unit: 'bytes',
    default: 1_400,
    min: 0,
    max: 1_000_000,
    explanation: `Smaller pages need no compression. ${TOLERANCE_NOTE}`,
  },
})

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
  sources: [
    {
      title: 'Lighthouse: Enable text compression',
      url: 'https://developer.chrome.com/docs/lighthouse/performance/uses-text-compression',
    },
    { title: 'RFC 9110, section 8.4: Content-Encoding', url: 'https://www.rfc-editor.org/rfc/rfc9110#section-8.4' },
  ],
  thresholds,
  check: findings,
}

interface Host {
  pages: number
  plain: number
  bytes: number
  largest: { url: string; bytes: number }[]
}

const SHOWN_PAGES = 10

async function* findings(
  site: SiteFacts,
  { minBytes }: (typeof thresholds)['values'],
): AsyncGenerator<SiteFinding, void, undefined> {
  const hosts = new Map<string, Host>()
  for await (const facts of ownResponses(site)) {
    const { host } = new URL(facts.url)
    const known = hosts.get(host) ?? { pages: 0, plain: 0, bytes: 0, largest: [] }
    hosts.set(host, known)
    known.pages++
    if (!isPlain(facts, minBytes)) continue
    known.plain++
    known.bytes += facts.response.bodyBytes
    known.largest.push({ url: facts.url, bytes: facts.response.bodyBytes })
    known.largest.sort((a, b) => b.bytes - a.bytes).splice(SHOWN_PAGES)
  }
  for (const [host, found] of hosts) if (found.plain > 0) yield findingOf(host, found)
}

/** The crawler offers gzip, deflate, Brotli and Zstandard with every request. */
function isPlain({ response }: PageResponse, minBytes: number): boolean {
  const isIdentity = response.contentEncoding === '' || response.contentEncoding === 'identity'
  return isIdentity && isAbove(response.bodyBytes, minBytes)
}

function findingOf(host: string, { pages, plain, bytes, largest }: Host): SiteFinding {
  const urls = largest.map(page => page.url)
  const [first = ''] = urls
  return {
    url: first,
    message: `Missing text compression: ${roughCount(plain, 'page')} of ${host}`,
    affectedUrls: urls,
    affectedCount: plain,
    isHostWide: true,
    evidence: [
      tableEvidence({
        label: 'Checked pages',
        columns: ['Host', 'Pages', 'Not compressed', 'Bytes'],
        items: [host],
        row: name => [name, pages, plain, grouped(bytes)],
      }),
      tableEvidence({
        label: 'Largest uncompressed pages',
        columns: ['Page', 'Bytes'],
        items: largest,
        row: ({ url, bytes: size }) => [url, grouped(size)],
      }),
    ],
  }
}
