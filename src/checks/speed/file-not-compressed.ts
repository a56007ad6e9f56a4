import type { LinkKind } from '#shared/model.ts'
import type { SiteFacts, Target } from '#shared/site-facts.ts'
import { isAbove, TOLERANCE_NOTE } from '#shared/thresholds.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { grouped, roughCount } from '../counted.ts'
import { each } from '../each.ts'
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
    explanation: `Smaller files need no compression. ${TOLERANCE_NOTE}`,
  },
})

export const fileNotCompressed: SiteCheck<typeof thresholds> = {
  id: 'file-not-compressed',
  scope: 'site',
  type: 'performance_issue',
  severity: 'warning',
  isOfServer: true,
  title: 'Style sheets or scripts without text compression',
  passedTitle: 'Style sheets and scripts are sent compressed',
  why: 'The server compresses its pages but not these files. Compression shrinks text to a third or less, and browsers wait for style sheets and scripts before they show a page.',
  fix: 'Add the media types of these files, such as text/css and text/javascript, to the compression settings of the web server.',
  example: { before: 'gzip_types text/html;', after: 'gzip_types text/css text/javascript image/svg+xml;' },
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

const SHOWN_FILES = 10

interface Sized {
  url: string
  bytes: number
}

async function* findings(
  site: SiteFacts,
  { minBytes }: (typeof thresholds)['values'],
): AsyncGenerator<SiteFinding, void, undefined> {
  const hosts = new Map<string, { largest: Sized[]; total: number }>()
  for await (const { url, bytes } of plainFiles(site, minBytes)) {
    const { host } = new URL(url)
    const known = hosts.get(host) ?? { largest: [], total: 0 }
    hosts.set(host, known)
    known.total++
    known.largest.push({ url, bytes })
    known.largest.sort((a, b) => b.bytes - a.bytes).splice(SHOWN_FILES)
  }
  if (hosts.size === 0) return
  // `text-not-compressed` reports a host that compresses nothing.
  for (const host of await plainHosts(site)) hosts.delete(host)
  for (const [host, { largest, total }] of hosts) {
    const urls = largest.map(({ url }) => url)
    yield {
      url: urls[0] ?? '',
      message: `Missing text compression: ${roughCount(total, 'file')} of ${host}`,
      affectedUrls: urls,
      affectedCount: total,
      isHostWide: true,
      evidence: [
        tableEvidence({
          label: 'Largest uncompressed files',
          columns: ['File', 'Bytes'],
          items: largest,
          row: ({ url, bytes }) => [url, grouped(bytes)],
        }),
      ],
    }
  }
}

async function plainHosts(site: SiteFacts): Promise<Set<string>> {
  const hosts = new Set<string>()
  for await (const { url, response } of ownResponses(site)) {
    if (isIdentity(response.contentEncoding)) hosts.add(new URL(url).host)
  }
  return hosts
}

const textKinds: readonly LinkKind[] = ['stylesheet', 'script', 'image']
const TEXT_TYPE = /^(?:text\/|application\/(?:x-)?(?:java|ecma)script$|application\/json$|image\/svg\+xml$)/

async function* plainFiles(site: SiteFacts, minBytes: number): AsyncGenerator<Sized, void, undefined> {
  const choice = {
    scope: 'internal',
    kinds: textKinds,
    response: 'responded',
    statusFrom: 200,
    statusTo: 200,
  } as const
  for await (const target of each(site.targets(choice))) {
    const { url, bytes } = target
    if (bytes !== null && isAbove(bytes, minBytes) && isPlainFile(target)) yield { url, bytes }
  }
}

/** Without its body it is not known whether the server would have compressed a file. */
function isPlainFile({ fileHeaders, mediaType, isBotChallenge }: Target): boolean {
  if (fileHeaders === null || fileHeaders.isOfHead || isBotChallenge || !TEXT_TYPE.test(mediaType)) return false
  return isIdentity(fileHeaders.contentEncoding ?? '')
}

const isIdentity = (contentEncoding: string): boolean => contentEncoding === '' || contentEncoding === 'identity'
