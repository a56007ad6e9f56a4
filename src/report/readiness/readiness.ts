import { aiCrawlers } from '#shared/ai-crawlers.ts'
import type { WholeCheckResult } from '#shared/api/checks.ts'
import type { ReadinessResponse } from '#shared/api/readiness.ts'
import type { RobotsFileFacts } from '#shared/host-facts.ts'
import { criteria, criterionUrl } from '#shared/wcag.ts'
import type { CrawlRow, IssueRow, Store } from '#store/store.ts'
import { checkResults } from '../check-results.ts'

/** What AI agents find on a website, and which accessibility criteria were tested, from what its crawl has stored. */

type Agents = ReadinessResponse['agents']

/** As tokenizers of large models divide prose in European languages, and markup; an estimate. */
const TOKENS_PER_WORD = 4 / 3
const BYTES_PER_TOKEN = 4
const LARGEST_PAGES = 10
/** Pages whose facts are read for what scripts add. */
const SCRIPT_PAGES = 50
const MAX_AXE_ISSUES = 200
const AXE_CHECK = 'axe-violation'

export async function readReadiness(
  store: Pick<Store, 'crawls' | 'reading'>,
  crawl: CrawlRow,
): Promise<ReadinessResponse> {
  const results = new Map((await checkResults(store.reading, crawl)).map(result => [result.id, result]))
  return {
    agents: await agentsOf(store, crawl, results),
    accessibility: accessibilityOf(results, await axeIssues(store.reading, crawl)),
  }
}

async function agentsOf(
  { crawls, reading }: Pick<Store, 'crawls' | 'reading'>,
  crawl: CrawlRow,
  results: ReadonlyMap<string, WholeCheckResult>,
): Promise<Agents> {
  const site = await crawls.siteFacts(crawl.id)
  const { robotsFiles = [], llmsFile } = site.crawl
  const { pages, words, bytes, markdown } = await reading.textSums(crawl.id)
  const largest = await reading.pages(crawl.id, {
    sort: { column: 'words', isDescending: true },
    conditions: [{ column: 'status', operator: 'is', value: 200 }],
    limit: LARGEST_PAGES,
  })
  return {
    robots: robotsFiles.flatMap(robotsOf),
    llmsFile: llmsFile
      ? {
          url: llmsFile.url,
          status: llmsFile.status,
          isFound: llmsFile.status === 200 && !llmsFile.isHtml && !llmsFile.isBotChallenge,
          hasTitle: llmsFile.hasTitle,
          totalLinks: llmsFile.totalLinks,
          characters: llmsFile.characters,
        }
      : null,
    markdown,
    tokens: {
      pages,
      mainText: textTokens(words),
      html: htmlTokens(bytes),
      largest: largest.flatMap(({ url, columns, bytes: size }) =>
        columns ? [{ url, mainText: textTokens(columns.wordCount), html: htmlTokens(size ?? 0) }] : [],
      ),
    },
    scripts: crawl.options.rendersJavaScript ? await scriptsOf(reading, crawl.id) : null,
    checks: [...results.values()].filter(({ type }) => type === 'ai_issue').map(findingsOf),
  }
}

function textTokens(words: number): number {
  return Math.round(words * TOKENS_PER_WORD)
}

function htmlTokens(bytes: number): number {
  return Math.round(bytes / BYTES_PER_TOKEN)
}

function robotsOf({ url, aiCrawlers: rules, contentSignals = [] }: RobotsFileFacts): Agents['robots'] {
  if (!rules) return []
  const crawlers = rules.flatMap(({ token, isOpen, isNamed, line }) => {
    const known = aiCrawlers.find(each => each.token === token)
    return known ? [{ ...known, isOpen, isNamed, line: line && { line: line.line, text: line.text } }] : []
  })
  return [{ url, crawlers, contentSignals: contentSignals.map(({ line, text }) => ({ line, text })) }]
}

async function scriptsOf(reading: Store['reading'], crawlId: number): Promise<NonNullable<Agents['scripts']>> {
  const sums = { pages: 0, sourceWords: 0, addedWords: 0, mostlyScripted: 0 }
  for (const { url } of await reading.pages(crawlId, { limit: SCRIPT_PAGES })) {
    const facts = await reading.pageFacts(crawlId, url)
    if (!facts?.rendering?.isRendered) continue
    const { raw, addedWordCount } = facts.rendering
    sums.pages += 1
    sums.sourceWords += raw.wordCount
    sums.addedWords += addedWordCount
    if (addedWordCount > 0 && addedWordCount >= raw.wordCount) sums.mostlyScripted += 1
  }
  return sums
}

function findingsOf({ id, title, issueCount, pageCount, pagesChecked }: WholeCheckResult): Agents['checks'][number] {
  return { id, title, issueCount, pageCount, hasRun: pagesChecked > 0 || issueCount > 0 }
}

function accessibilityOf(
  results: ReadonlyMap<string, WholeCheckResult>,
  axe: ReadonlyMap<string, IssueRow>,
): ReadinessResponse['accessibility'] {
  const axeResult = results.get(AXE_CHECK)
  const hasRun = axeResult !== undefined && findingsOf(axeResult).hasRun
  return criteria.map(({ id, name, level, test, checks, rules }) => ({
    id,
    name,
    level,
    url: criterionUrl({ name }),
    test,
    checks: checks.map(checkId => {
      const result = results.get(checkId)
      return result ? findingsOf(result) : { id: checkId, title: checkId, issueCount: 0, pageCount: 0, hasRun: false }
    }),
    rules: rules.map(rule => {
      const issue = axe.get(rule)
      return { rule, issueId: issue?.id ?? null, pageCount: issue?.affectedCount ?? 0, hasRun }
    }),
  }))
}

/** Issues of axe-core by their rule. */
async function axeIssues(reading: Store['reading'], crawl: CrawlRow): Promise<Map<string, IssueRow>> {
  const issues = await reading.issues(crawl.id, { checkId: AXE_CHECK, limit: MAX_AXE_ISSUES })
  return new Map(
    issues.flatMap(issue => {
      const rule = ruleOf(issue)
      return rule === null ? [] : [[rule, issue] as const]
    }),
  )
}

const RULE_LABEL = /^Rule ([a-z0-9-]+),/

/** The check writes the rule into the label of its table of elements. */
function ruleOf({ details }: IssueRow): string | null {
  for (const evidence of details.evidence) {
    const rule = 'label' in evidence ? RULE_LABEL.exec(evidence.label ?? '')?.[1] : undefined
    if (rule !== undefined) return rule
  }
  return null
}
