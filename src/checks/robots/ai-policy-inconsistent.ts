import type { ContentSignalLine, RobotsFileFacts } from '#shared/host-facts.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { counted } from '../counted.ts'
import { tableEvidence } from '../evidence.ts'
import { judgeRulesOfHome } from '../host-file-messages.ts'
import { aiCrawlerTable, rulesOf } from './ai-crawler-rules.ts'

export const aiPolicyInconsistent: SiteCheck = {
  id: 'ai-policy-inconsistent',
  scope: 'site',
  type: 'ai_issue',
  severity: 'info',
  title: 'Rules for AI crawlers contradict each other',
  passedTitle: 'Rules for AI crawlers agree',
  why: 'Some crawlers that collect texts for training are closed out while others of the same kind may read everything, or a signal allows what the rules beside it forbid. Mostly the list was written once and has not grown with the crawlers.',
  fix: 'Decide once whether texts may be used for training, and give all crawlers of that kind the same rule. Write Content-Signal lines as name=yes or name=no, with commas between, in a group whose rules say the same.',
  example: {
    before: 'User-agent: GPTBot\nDisallow: /',
    after: 'User-agent: GPTBot\nUser-agent: ClaudeBot\nUser-agent: CCBot\nUser-agent: Google-Extended\nDisallow: /',
  },
  sources: [
    { title: 'Content Signals', url: 'https://contentsignals.org/' },
    { title: 'RFC 9309: Robots Exclusion Protocol', url: 'https://www.rfc-editor.org/rfc/rfc9309.html' },
  ],
  check: site => judgeRulesOfHome(site, findings),
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
      message: `Rules for AI crawlers contradict each other: ${counted(closed.length, 'crawler')} for training closed, but not ${names}`,
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
    message: `Rules for AI crawlers contradict each other: line ${first.line} of robots.txt ${first.why}`,
    evidence: [
      tableEvidence({
        label: 'Content-Signal lines',
        columns: ['Line', 'Text', 'Of the group for', 'Why'],
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
  if (pairs.some(pair => !PAIR.test(pair))) return 'is no list of signals with yes or no'
  if (agents.length === 0) return 'stands before the first User-agent line, so it holds for nobody'
  const allows = !PATH.test(value) && pairs.find(pair => /=\s*yes$/i.test(pair))
  if (!allows || closedTo.length === 0) return null
  return `says ${allows} to ${closedTo.join(', ')}, which may not read the site`
}
