import type { Absence, FindingChange, PageField } from '#shared/changes.ts'
import { AppError } from '#shared/errors.ts'
import { type Severity, severities } from '#shared/model.ts'
import { movedUrls, type PathRule } from '#shared/path-map.ts'
import type { CrawlRow, ReadingStore } from '#store/store.ts'
import { compareFindings } from './compare-findings.ts'
import { type ComparedPages, comparePages } from './compare-pages.ts'
import { type CrawlDifference, crawlDifferences } from './crawl-differences.ts'
import { hasField } from './page-fields.ts'

/** Two chosen crawls, of one website or of two. */
export interface ComparedCrawls {
  later: CrawlRow
  earlier: CrawlRow
  /** Where paths of the earlier crawl are in the later one. */
  paths: readonly PathRule[]
  /** Checks that are switched off for the website of the later crawl. */
  switchedOff: ReadonlySet<string>
}

/** Findings of one check, severity and change, by the ids of their issues: of the later crawl, or of the earlier one where absent. */
export interface FindingGroup {
  change: FindingChange | Absence
  checkId: string
  severity: Severity
  issueIds: number[]
}

export interface Comparison {
  /** What keeps the crawls from being comparable as a whole. */
  differences: CrawlDifference[]
  /** By severity, then by check. */
  findings: FindingGroup[]
  pages: ComparedPages
  /** How many pages of both crawls have each field changed. */
  fields: Record<PageField, number>
}

/** Compares two crawls by the rules by which a crawl is compared with the earlier one when it ends. What is held of them is ids. */
export async function compareChosen(reading: ReadingStore, compared: ComparedCrawls): Promise<Comparison> {
  const { later, earlier, paths, switchedOff } = compared
  const [from, to] = [earlier.seedUrl, later.seedUrl]
  const toLater = movedUrls({ from, to, paths })
  const toEarlier = movedUrls({ from: to, to: from, paths: paths.map(rule => ({ from: rule.to, to: rule.from })) })
  const groups = new Map<string, FindingGroup>()
  const add = (change: FindingGroup['change'], finding: { id: number; checkId: string; severity: Severity }) => {
    const { id, checkId, severity } = finding
    const key = `${change} ${severity} ${checkId}`
    const group = groups.get(key)
    if (group) group.issueIds.push(id)
    else groups.set(key, { change, checkId, severity, issueIds: [id] })
  }
  for await (const findings of compareFindings({ reading, later, earlier, switchedOff, toLater })) {
    if (findings.change === 'absent')
      for (const { issueId: id, checkId, severity, absence } of findings.issues) add(absence, { id, checkId, severity })
    else if (!findings.areSuppressed) for (const issue of findings.issues) add(findings.change, issue)
  }
  const pages = await comparePages({ reading, later, earlier, isWhole: later.isWhole, toLater, toEarlier })
  if (pages === null) throw new AppError('unavailable', 'The comparison was interrupted.')
  return {
    differences: await crawlDifferences(reading, { later, earlier }),
    findings: [...groups.values()].sort(bySeverityAndCheck),
    pages,
    fields: fieldCounts(pages),
  }
}

function bySeverityAndCheck(a: FindingGroup, b: FindingGroup): number {
  return severities.indexOf(a.severity) - severities.indexOf(b.severity) || (a.checkId < b.checkId ? -1 : 1)
}

function fieldCounts({ changes: { changed } }: ComparedPages): Record<PageField, number> {
  const count = (field: PageField) => changed.reduce((sum, { fields }) => sum + (hasField(fields, field) ? 1 : 0), 0)
  return {
    status: count('status'),
    indexability: count('indexability'),
    title: count('title'),
    description: count('description'),
    canonical: count('canonical'),
    robots: count('robots'),
    h1: count('h1'),
    words: count('words'),
    text: count('text'),
    structuredData: count('structuredData'),
    inlinks: count('inlinks'),
    outlinks: count('outlinks'),
    size: count('size'),
    score: count('score'),
  }
}
