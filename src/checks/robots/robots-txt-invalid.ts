import type { RobotsFileFacts, RobotsProblem, RobotsProblemKind } from '#shared/host-facts.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { counted } from '../counted.ts'
import { codeEvidence, tableEvidence, textEvidence } from '../evidence.ts'
import { checkHomeRules } from '../host-file-messages.ts'

export const robotsTxtInvalid: SiteCheck = {
  id: 'robots-txt-invalid',
  scope: 'site',
  type: 'robots_issue',
  severity: 'warning',
  title: 'Invalid lines in robots.txt',
  passedTitle: 'robots.txt is valid',
  why: 'Crawlers skip lines that they cannot parse. A rule with a mistake blocks or allows nothing, without any warning.',
  fix: 'Fix or remove the listed lines. Each rule is "field: value" below a User-agent line; paths start with a slash, and sitemaps need an absolute URL.',
  example: {
    before: 'User-agent: *\nDisallow: private/\nSitemap: /sitemap.xml',
    after: 'User-agent: *\nDisallow: /private/\nSitemap: https://www.example.com/sitemap.xml',
  },
  sources: [
    { title: 'RFC 9309: Robots Exclusion Protocol', url: 'https://www.rfc-editor.org/rfc/rfc9309.html' },
    {
      title: 'Google: How robots.txt is interpreted',
      url: 'https://developers.google.com/search/docs/crawling-indexing/robots/robots_txt',
    },
    {
      title: 'Lighthouse: robots.txt is not valid',
      url: 'https://developer.chrome.com/docs/lighthouse/seo/invalid-robots-txt',
    },
  ],
  check: site =>
    checkHomeRules(site, file =>
      file.isBotChallenge ? { skipped: 'A bot protection page was returned instead of robots.txt.' } : findings(file),
    ),
}

/** Google reads no further (500 KiB), and no crawler needs to (RFC 9309, 2.5). */
const MAX_READ_BYTES = 500 * 1024

const reasons: Record<RobotsProblemKind, string> = {
  'no-colon': 'missing colon after the field',
  'unknown-field': 'unknown field',
  'rule-before-group': 'rule before the first User-agent line',
  'path-without-slash': 'path starts with neither / nor *, so it matches nothing',
  'dollar-not-at-end': '$ in the middle of a path',
  'sitemap-not-absolute': 'sitemap URL is not absolute',
}
const NOINDEX = /^noindex\s*:/i

function reasonOf({ kind, text }: RobotsProblem): string {
  if (kind === 'unknown-field' && NOINDEX.test(text))
    return 'noindex in robots.txt, which Google has ignored since 2019'
  return reasons[kind]
}

async function* findings(file: RobotsFileFacts): AsyncGenerator<SiteFinding, void, undefined> {
  const base = { url: file.url, affectedUrls: [file.url], isHostWide: true }
  if (file.htmlStart !== '') {
    yield {
      ...base,
      severity: 'error',
      message: `robots.txt is an HTML page (${file.mediaType || 'no Content-Type'}) without rules: ${file.url}`,
      evidence: [codeEvidence('Start of the file', file.htmlStart, 1)],
    }
    return
  }
  if (file.totalProblems > 0) {
    const [first] = file.problems
    const lines = counted(file.totalProblems, 'line')
    const where = first ? ` (line ${first.line}: ${reasonOf(first)})` : ''
    yield {
      ...base,
      message: `Invalid lines in robots.txt: ${lines}${where}`,
      evidence: [
        tableEvidence({
          label: file.totalProblems > file.problems.length ? `Lines, of ${file.totalProblems}` : 'Lines',
          columns: ['Line', 'Text', 'Problem'],
          items: file.problems,
          row: problem => [problem.line, problem.text, reasonOf(problem)],
        }),
      ],
    }
  }
  if (file.bytes > MAX_READ_BYTES) {
    yield {
      ...base,
      message: 'robots.txt is larger than 500 KiB; crawlers may ignore the rest',
      evidence: [textEvidence('Size', counted(file.bytes, 'byte'))],
    }
  }
}
