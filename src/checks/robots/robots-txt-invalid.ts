import type { RobotsFileFacts, RobotsProblem, RobotsProblemKind } from '#shared/host-facts.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { counted } from '../counted.ts'
import { codeEvidence, tableEvidence, textEvidence } from '../evidence.ts'
import { judgeRulesOfHome } from '../host-file-messages.ts'

export const robotsTxtInvalid: SiteCheck = {
  id: 'robots-txt-invalid',
  scope: 'site',
  type: 'robots_issue',
  severity: 'warning',
  title: 'robots.txt has lines that crawlers do not understand',
  passedTitle: 'Every line of robots.txt can be read',
  why: 'Crawlers skip what they do not understand. A rule with a slip in it closes or opens nothing, and nobody is told.',
  fix: 'Fix or remove the lines that are listed. Each rule is "field: value" below a User-agent line; paths begin with a slash, and sitemaps are whole addresses.',
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
    judgeRulesOfHome(site, file =>
      file.isBotChallenge ? { skipped: 'A bot protection answered in place of robots.txt.' } : findings(file),
    ),
}

/** Google reads no further (500 KiB), and no crawler needs to (RFC 9309, 2.5). */
const MAX_READ_BYTES = 500 * 1024

const reasons: Record<RobotsProblemKind, string> = {
  'no-colon': 'no colon after the field',
  'unknown-field': 'a field that crawlers do not know',
  'rule-before-group': 'a rule before the first User-agent line, which holds for nobody',
  'path-without-slash': 'a path that begins with neither / nor *, and so matches nothing',
  'dollar-not-at-end': 'a $ in the middle of a path, where it does not mean the end',
  'sitemap-not-absolute': 'a sitemap that is no whole address',
}
const NOINDEX = /^noindex\s*:/i

function reasonOf({ kind, text }: RobotsProblem): string {
  if (kind === 'unknown-field' && NOINDEX.test(text)) return 'noindex in robots.txt, which Google ignores since 2019'
  return reasons[kind]
}

async function* findings(file: RobotsFileFacts): AsyncGenerator<SiteFinding, void, undefined> {
  const base = { url: file.url, affectedUrls: [file.url], isHostWide: true }
  if (file.htmlStart !== '') {
    yield {
      ...base,
      severity: 'error',
      message: `robots.txt is a web page (${file.mediaType || 'no type given'}), so it holds no rules: ${file.url}`,
      evidence: [codeEvidence('It begins with', file.htmlStart, 1)],
    }
    return
  }
  if (file.totalProblems > 0) {
    const [first] = file.problems
    const lines = counted(file.totalProblems, 'line')
    const where = first ? ` (line ${first.line}: ${reasonOf(first)})` : ''
    yield {
      ...base,
      message: `robots.txt has ${lines} that crawlers do not understand${where}`,
      evidence: [
        tableEvidence({
          label: file.totalProblems > file.problems.length ? `Lines, of ${file.totalProblems}` : 'Lines',
          columns: ['Line', 'Text', 'Why'],
          items: file.problems,
          row: problem => [problem.line, problem.text, reasonOf(problem)],
        }),
      ],
    }
  }
  if (file.bytes > MAX_READ_BYTES) {
    yield {
      ...base,
      message: 'robots.txt is larger than 500 KiB, and crawlers may not read what comes after that',
      evidence: [textEvidence('Size', counted(file.bytes, 'byte'))],
    }
  }
}
