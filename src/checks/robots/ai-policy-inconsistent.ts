import type { ContentSignalLine, RobotsFileFacts } from '#shared/host-facts.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { counted } from '../counted.ts'
import { tableEvidence } from '../evidence.ts'
import { checkHomeRules } from '../host-file-messages.ts'
import { aiCrawlerTable, rulesOf } from './ai-crawler-rules.ts'

export const aiPolicyInconsistent: SiteCheck = {
  id: 'ai-policy-inconsistent',
  scope: 'site',
  type: 'ai_issue',
  severity: 'info',
  title: 'Inconsistent rules for AI crawlers',
  passedTitle: 'Rules for AI crawlers are consistent',
  why: 'robots.txt blocks some AI training crawlers but not others, or a Content-Signal contradicts the rules next to it. Often the list was written once and not updated for new crawlers.',
  fix: 'Decide whether the content may be used for AI training, and give all training crawlers the same rule. Write Content-Signal lines as name=yes or name=no, separated by commas, in a group whose rules match.',
  example: {
    before: 'User-agent: GPTBot\nDisallow: /',
    after: 'User-agent: GPTBot\nUser-agent: ClaudeBot\nUser-agent: CCBot\nUser-agent: Google-Extended\nDisallow: /',
  },
  sources: [
    { title: 'Content Signals', url: 'https://contentsignals.org/' },
    { title: 'RFC 9309: Robots Exclusion Protocol', url: 'https://www.rfc-editor.org/rfc/rfc9309.html' },
  ],
  check: site => checkHomeRules(site, findings),
}

async function* findings(file: RobotsFileFacts): AsyncGenerator<SiteFinding, void, undefined> {
  const base = { url: file.url, affectedUrls: [file.url], isHostWide: true }
  const training = rulesOf(file, ({ purpose }) => purpose === 'training')
  const closed = training.filter(({ isOpen }) => !isOpen)
  const open = training.filter(({ isOpen }) => isOpen)
  if (closed.length > 0 && open.length > 0) {
    const names = open.map(({ token }) => token).join(', ')
    yield {
      ...base,
      message: `Inconsistent rules for AI crawlers: ${counted(closed.length, 'training crawler')} blocked, but not ${names}`,
      evidence: [aiCrawlerTable(file)],
    }
  }
  const faults = (file.contentSignals ?? []).flatMap(signal => {
    const why = faultOf(signal)
    return why === null ? [] : [{ ...signal, why }]
  })
  const [first] = faults
  if (!first) return
  yield {
    ...base,
    severity: 'warning',
    message: `Inconsistent rules for AI crawlers: line ${first.line} of robots.txt ${first.why}`,
    evidence: [
      tableEvidence({
        label: 'Content-Signal lines',
        columns: ['Line', 'Text', 'User agents', 'Problem'],
        items: faults,
        row: ({ line, text, agents, why }) => [line, text, agents.join(', '), why],
      }),
    ],
  }
}

/** `search=yes`, after the path that newer drafts allow. */
const PAIR = /^[a-z][a-z0-9-]*\s*=\s*(?:yes|no)$/i
const PATH = /^\/\S*\s+/

/** Why a line is not in order, as the rest of a sentence; null when it is. */
function faultOf({ text, agents, closedTo }: ContentSignalLine): string | null {
  const value = text.slice(text.indexOf(':') + 1).trim()
  const pairs = value
    .replace(PATH, '')
    .split(',')
    .map(pair => pair.trim())
  if (pairs.some(pair => !PAIR.test(pair))) return 'is not a list of signals with yes or no'
  if (agents.length === 0) return 'is before the first User-agent line, so it applies to no crawler'
  const allows = !PATH.test(value) && pairs.find(pair => /=\s*yes$/i.test(pair))
  if (!allows || closedTo.length === 0) return null
  return `declares ${allows} for ${closedTo.join(', ')}, which robots.txt blocks`
}
