import type { FetchFailure } from '#shared/fetch-failures.ts'
import type { RobotsFileFacts } from '#shared/host-facts.ts'
import { HTTP_TOO_MANY_REQUESTS } from '#shared/http-status.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { counted } from '../counted.ts'
import { textEvidence } from '../evidence.ts'
import { ROBOTS_NOT_FETCHED, responseText } from '../host-file-messages.ts'

export const robotsTxtUnreachable: SiteCheck = {
  id: 'robots-txt-unreachable',
  scope: 'site',
  type: 'robots_issue',
  severity: 'error',
  isOfServer: true,
  points: 20,
  title: 'robots.txt is unreachable',
  passedTitle: 'robots.txt is reachable or absent',
  why: 'If robots.txt returns a server error or no response, crawlers must treat the whole site as blocked. Google stops crawling at first, and uses the last good copy only for a limited time.',
  fix: 'Return 200 with the rules at /robots.txt, or 404 if there are none. Look for the error in the log of the server, or of the firewall in front of it.',
  example: { before: 'GET /robots.txt: 503', after: 'GET /robots.txt: 200, or 404' },
  sources: [
    {
      title: 'RFC 9309, 2.3.1.4: Unreachable status',
      url: 'https://www.rfc-editor.org/rfc/rfc9309.html#section-2.3.1.4',
    },
    {
      title: 'Google: How robots.txt is interpreted',
      url: 'https://developers.google.com/search/docs/crawling-indexing/robots/robots_txt',
    },
  ],
  check(site) {
    const files = site.crawl.robotsFiles ?? []
    return files.length === 0 ? { skipped: ROBOTS_NOT_FETCHED } : findings(files)
  },
}

const ATTEMPTS_WANTED = 3
/** The server is up but does not respond. Without any connection, robots.txt is not the problem. */
const timeouts: readonly FetchFailure[] = ['timeout-first-byte', 'timeout-total']

async function* findings(files: readonly RobotsFileFacts[]): AsyncGenerator<SiteFinding, void, undefined> {
  for (const group of Map.groupBy(files.filter(isFailing), responseText).values()) {
    const [first] = group
    if (!first) continue
    const response = `${responseText(first)} on ${counted(first.attempts.length, 'attempt')}`
    const isRateLimited = first.status === HTTP_TOO_MANY_REQUESTS
    yield {
      url: first.url,
      severity: isRateLimited ? 'warning' : 'error',
      message: isRateLimited
        ? `robots.txt ${response}; please confirm that other crawlers can fetch it: ${first.url}`
        : `robots.txt ${response}, so crawlers must treat the site as blocked: ${first.url}`,
      affectedUrls: group.map(file => file.url),
      isHostWide: true,
      ...(first.status !== null && { details: { statusCode: first.status } }),
      evidence: [
        { kind: 'attempts', label: 'Attempts', attempts: first.attempts },
        ...(first.failureDetail === '' ? [] : [textEvidence('Connection error', first.failureDetail)]),
      ],
    }
  }
}

function isFailing({ isUnreadable, isBotChallenge, attempts, status, failure }: RobotsFileFacts): boolean {
  if (!isUnreadable || isBotChallenge || attempts.length < ATTEMPTS_WANTED) return false
  return status !== null || (failure !== null && timeouts.includes(failure))
}
