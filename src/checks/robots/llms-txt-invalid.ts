import type { LlmsFileFacts, LlmsLink } from '#shared/host-facts.ts'
import type { SiteFacts } from '#shared/site-facts.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { counted } from '../counted.ts'
import { codeEvidence, tableEvidence } from '../evidence.ts'
import { declareThresholds } from '../thresholds.ts'

const thresholds = declareThresholds({
  /** Less says nothing that the start page does not say. */
  minCharacters: {
    label: 'Shortest file',
    unit: 'characters',
    default: 50,
    min: 0,
    max: 10_000,
    explanation: 'A file with fewer is reported.',
  },
})

export const llmsTxtInvalid: SiteCheck<typeof thresholds> = {
  id: 'llms-txt-invalid',
  scope: 'site',
  type: 'ai_issue',
  severity: 'warning',
  title: 'llms.txt is not in order',
  passedTitle: 'llms.txt is in order or absent',
  why: 'AI tools that look for llms.txt read it as Markdown: a heading with the name of the site, and lists of links to its best pages. What is not written like that tells them nothing, and links that fail lead them nowhere.',
  fix: 'Write the file as Markdown with one heading of the first level and links to pages that answer. Where nobody needs it, let the address answer 404: the file is optional.',
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
    if (!file) return { skipped: 'llms.txt was not asked for.' }
    if (file.isBotChallenge) return { skipped: 'A bot protection answered in place of llms.txt.' }
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
    // A server that has a page for every address is reported for that, once.
    if (!answersAnything(site)) {
      const type = file.mediaType === '' ? 'no type given' : file.mediaType
      yield { ...base, message: `llms.txt is a web page (${type}), which nobody reads as llms.txt: ${file.url}` }
    }
    return
  }
  const faults = faultsOf(file, minCharacters)
  if (faults.length > 0) {
    yield {
      ...base,
      message: `llms.txt is not in order: ${faults.join(', ')}`,
      evidence: [codeEvidence('It begins with', file.start, 1)],
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
    message: `llms.txt lists ${counted(lost.length, 'address')} of the site that do not answer as they should, such as ${first.url}`,
    evidence: [
      tableEvidence({
        label: `Addresses listed in ${file.url}`,
        columns: ['Line', 'Address', 'Answer'],
        items: lost,
        row: ({ line, url, why }) => [line, url, why],
      }),
    ],
  }
}

function answersAnything({ crawl }: SiteFacts): boolean {
  const { madeUp } = crawl.laterResponses
  return madeUp.some(({ isHtml, statuses }) => isHtml && statuses.every(status => status === 200))
}

function faultsOf({ characters, hasTitle, totalLinks }: LlmsFileFacts, minCharacters: number): string[] {
  return [
    ...(hasTitle ? [] : ['no heading of the first level']),
    ...(totalLinks > 0 ? [] : ['no link']),
    ...(characters >= minCharacters ? [] : [`only ${counted(characters, 'character')}`]),
  ]
}

/** Needs a login, or more time: nothing that the list is to blame for. */
const EXCUSED: ReadonlySet<number> = new Set([401, 403, 407, 408, 425, 429])

function faultOfLink({ statuses, location }: LlmsLink): string | null {
  const last = statuses.at(-1)
  if (typeof last !== 'number' || statuses.length < 2) return null
  if (last >= 300 && last < 400) return location === null ? null : `${last}, leads to ${location}`
  const isLost = statuses.every(status => status !== null && status >= 400 && !EXCUSED.has(status))
  return isLost ? String(last) : null
}
