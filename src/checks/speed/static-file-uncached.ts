import { resourceLinkKinds } from '#shared/model.ts'
import type { FileHeaders } from '#shared/page-record.ts'
import type { SiteFacts, Target } from '#shared/site-facts.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { roughCount } from '../counted.ts'
import { ownTargets } from '../each.ts'
import { tableEvidence } from '../evidence.ts'
import { declareThresholds } from '../thresholds.ts'

const thresholds = declareThresholds({
  minDays: {
    label: 'Minimum lifetime of a file with a fingerprint in its URL',
    unit: 'days',
    default: 7,
    min: 0,
    max: 365,
    explanation:
      'A file whose URL changes with its content can be stored for a year. A shorter lifetime than this is reported.',
  },
})

export const staticFileUncached: SiteCheck<typeof thresholds> = {
  id: 'static-file-uncached',
  scope: 'site',
  type: 'performance_issue',
  severity: 'info',
  isOfServer: true,
  title: 'Style sheets, scripts, images or fonts without caching',
  passedTitle: 'Static files can be cached',
  why: 'Browsers load these files again on every page and every visit, although they have not changed.',
  fix: 'Send Cache-Control with a long max-age for files whose URL changes with their content, and an ETag or Last-Modified header for all others.',
  example: {
    before: 'Cache-Control: no-store',
    after: 'Cache-Control: public, max-age=31536000, immutable',
  },
  sources: [
    { title: 'RFC 9111: HTTP Caching', url: 'https://www.rfc-editor.org/rfc/rfc9111' },
    { title: 'web.dev: HTTP cache', url: 'https://web.dev/articles/http-cache' },
  ],
  thresholds,
  check: findings,
}

const MAX_GROUPS = 50
const SHOWN_FILES = 10

interface Group {
  host: string
  problem: string
  files: Target[]
  total: number
}

/** One finding for each host and problem: headers are set for folders and file extensions. */
async function* findings(
  site: SiteFacts,
  { minDays }: (typeof thresholds)['values'],
): AsyncGenerator<SiteFinding, void, undefined> {
  const groups = new Map<string, Group>()
  for await (const target of ownTargets(site, resourceLinkKinds)) {
    const { fileHeaders, isBotChallenge, url } = target
    if (fileHeaders === null || isBotChallenge) continue
    const problem = problemOf(url, fileHeaders, minDays)
    if (problem === null) continue
    const { host } = new URL(url)
    const group = groups.get(`${host} ${problem}`) ?? { host, problem, files: [], total: 0 }
    if (groups.size < MAX_GROUPS) groups.set(`${host} ${problem}`, group)
    group.total++
    if (group.files.length < SHOWN_FILES) group.files.push(target)
  }
  for (const group of groups.values()) yield findingOf(group)
}

const SECONDS_PER_DAY = 86_400
/**
 * Eight or more hexadecimal digits, or a mixture of letters and digits as bundlers write it, before the extension. Digits alone are the number
 * of a picture in an archive. A mixture has a digit before a letter, which a word with a year or a number behind it has not; a hyphen divides
 * words, such as those of `Quay-150x150`.
 */
const FINGERPRINT =
  /[.-](?:(?=\d*[a-f])(?=[a-f]*\d)[0-9a-f]{8,64}|(?=\w{0,20}\d[A-Za-z])(?=\w{0,20}[A-Z])\w{8,20})\.[a-z0-9]{2,5}$/

function problemOf(url: string, headers: FileHeaders, minDays: number): string | null {
  const { cacheControl = '', hasExpires, hasValidator } = headers
  if (/(?:^|[\s,])no-store(?:$|[\s,;])/i.test(cacheControl)) return 'no-store forbids storing them'
  if (cacheControl === '' && !hasExpires && !hasValidator) return 'no header about caching'
  const maxAge = /(?:^|[\s,])max-age="?(\d{1,12})/i.exec(cacheControl)?.[1]
  const isFingerprinted = FINGERPRINT.test(URL.parse(url)?.pathname ?? '')
  return isFingerprinted && maxAge !== undefined && Number(maxAge) < minDays * SECONDS_PER_DAY
    ? 'a short max-age although the URL has a fingerprint'
    : null
}

function findingOf({ host, problem, files, total }: Group): SiteFinding {
  const urls = files.map(({ url }) => url)
  const label = total > files.length ? `Files (first ${files.length} of ${total})` : 'Files'
  return {
    url: urls[0] ?? '',
    message: `Files without caching: ${roughCount(total, 'file')} of ${host}: ${problem}`,
    affectedUrls: urls,
    affectedCount: total,
    isHostWide: true,
    evidence: [
      tableEvidence({
        label,
        columns: ['File', 'Cache-Control', 'ETag or Last-Modified'],
        items: files,
        row: ({ url, fileHeaders }) => [
          url,
          fileHeaders?.cacheControl ?? 'absent',
          fileHeaders?.hasValidator ? 'present' : 'absent',
        ],
      }),
    ],
  }
}
