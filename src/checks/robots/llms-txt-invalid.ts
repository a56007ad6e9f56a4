import type { LlmsFileFacts, LlmsLink } from '#shared/host-facts.ts'
import { isErrorStatus, isRedirection } from '#shared/http-status.ts'
import type { SiteFacts } from '#shared/site-facts.ts'
import { isBelow, TOLERANCE_NOTE } from '#shared/thresholds.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { counted } from '../counted.ts'
import { codeEvidence, tableEvidence } from '../evidence.ts'
import { declareThresholds } from '../thresholds.ts'

const thresholds = declareThresholds({
  minCharacters: {
    label: 'Minimum file length',
    unit: 'characters',
    default: 50,
    min: 0,
    max: 10_000,
    explanation: `A shorter file is reported. ${TOLERANCE_NOTE}`,
  },
})

export const llmsTxtInvalid: SiteCheck<typeof thresholds> = {
  id: 'llms-txt-invalid',
  scope: 'site',
  type: 'ai_issue',
  severity: 'warning',
  title: 'Invalid llms.txt',
  passedTitle: 'llms.txt is valid or absent',
  why: 'AI tools read llms.txt as Markdown: an H1 with the name of the site, and lists of links to its best pages. They cannot use a file in another format, and broken links lead them nowhere.',
  fix: 'Write the file as Markdown with one H1 and links to pages that return 200. If you do not need it, return 404: the file is optional.',
  example: {
    before: '<!doctype html><div id="app"></div>',
    after:
      '# Harbour bakery\n\n> Bread and cake at the quay.\n\n## Pages\n\n- [Opening hours](https://example.com/hours): when the shop is open',
  },
  sources: [
    { title: 'The /llms.txt file', url: 'https://llmstxt.org/' },
    { title: 'RFC 7763: The text/markdown media type', url: 'https://www.rfc-editor.org/rfc/rfc7763' },
  ],
  thresholds,
  check(site, values) {
    const file = site.crawl.llmsFile
    if (!file) return { skipped: 'llms.txt was not fetched.' }
    if (file.isBotChallenge) return { skipped: 'A bot protection page was returned instead of llms.txt.' }
    return findings(site, { file, ...values })
  },
}

async function* findings(
  site: SiteFacts,
  { file, minCharacters }: { file: LlmsFileFacts; minCharacters: number },
): AsyncGenerator<SiteFinding, void, undefined> {
  if (file.status !== 200) return
  const base = { url: file.url, affectedUrls: [file.url], isHostWide: true }
  if (file.isHtml) {
    // `not-found-status-missing` reports a server that returns 200 for every URL.
    if (!returns200ForAnyUrl(site)) {
      const type = file.mediaType === '' ? 'no Content-Type' : file.mediaType
      yield { ...base, message: `Invalid llms.txt: it is an HTML page (${type}): ${file.url}` }
    }
    return
  }
  const faults = faultsOf(file, minCharacters)
  if (faults.length > 0) {
    yield {
      ...base,
      message: `Invalid llms.txt: ${faults.join(', ')}`,
      evidence: [codeEvidence('Start of the file', file.start, 1)],
    }
  }
  const lost = file.links.flatMap(link => {
    const why = faultOfLink(link)
    return why === null ? [] : [{ ...link, why }]
  })
  const [first] = lost
  if (!first) return
  yield {
    ...base,
    severity: 'info',
    message: `llms.txt lists ${counted(lost.length, 'URL')} of the site that ${lost.length === 1 ? 'does' : 'do'} not return 200, such as ${first.url}`,
    evidence: [
      tableEvidence({
        label: `URLs listed in ${file.url}`,
        columns: ['Line', 'URL', 'Response'],
        items: lost,
        row: ({ line, url, why }) => [line, url, why],
      }),
    ],
  }
}

function returns200ForAnyUrl({ crawl }: SiteFacts): boolean {
  const { randomUrls } = crawl.laterResponses
  return randomUrls.some(({ isHtml, statuses }) => isHtml && statuses.every(status => status === 200))
}

function faultsOf({ characters, hasTitle, totalLinks }: LlmsFileFacts, minCharacters: number): string[] {
  return [
    ...(hasTitle ? [] : ['no H1']),
    ...(totalLinks > 0 ? [] : ['no link']),
    ...(isBelow(characters, minCharacters) ? [`only ${counted(characters, 'character')}`] : []),
  ]
}

/** Needs a login, or more time: not a mistake of the list. */
const EXCUSED: ReadonlySet<number> = new Set([401, 403, 407, 408, 425, 429])

function faultOfLink({ statuses, location }: LlmsLink): string | null {
  const last = statuses.at(-1)
  if (typeof last !== 'number' || statuses.length < 2) return null
  if (isRedirection(last)) return location === null ? null : `${last}, redirects to ${location}`
  const isLost = statuses.every(status => isErrorStatus(status) && !EXCUSED.has(status))
  return isLost ? String(last) : null
}
