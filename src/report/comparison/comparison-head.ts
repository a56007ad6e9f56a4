import { catalogueOf } from '#checks/index.ts'
import type { ComparedCrawls, Comparison, FindingGroup } from '#compare/comparison.ts'
import type { ComparisonHead } from '#shared/api/comparison.ts'
import { absenceCounts, addChanges, type FindingChanges, noChanges, pageFieldNames } from '#shared/changes.ts'
import { isoTime } from '#shared/iso-time.ts'
import type { Severity } from '#shared/model.ts'
import type { CrawlRow } from '#store/store.ts'

/** The numbers of a comparison: each is the length of one of its lists. */
export function comparisonHead(
  { later, earlier }: Pick<ComparedCrawls, 'later' | 'earlier'>,
  { differences, findings, pages, fields }: Comparison,
): ComparisonHead {
  const bySeverity: Record<Severity, FindingChanges> = { error: noChanges(), warning: noChanges(), info: noChanges() }
  const byCheck = new Map<string, { checkId: string; severity: Severity; changes: FindingChanges }>()
  for (const group of findings) {
    const { checkId, severity } = group
    const changes = changesOf(group)
    addChanges(bySeverity[severity], changes)
    const key = `${severity} ${checkId}`
    const row = byCheck.get(key) ?? { checkId, severity, changes: noChanges() }
    byCheck.set(key, row)
    addChanges(row.changes, changes)
  }
  const { 'not-crawled': notCrawled, ...lists } = pages.changes
  return {
    earlier: crawlOf(earlier),
    later: crawlOf(later),
    differences,
    bySeverity,
    checks: [...byCheck.values()]
      .filter(({ changes }) => hasChanged(changes))
      .map(({ checkId, severity, changes }) => ({
        checkId,
        title: titleOfCheck({ later, earlier }, checkId),
        severity,
        ...changes,
      })),
    pages: {
      inBoth: pages.inBoth,
      changed: lists.changed.length,
      added: lists.added.length,
      moved: lists.moved.length,
      redirected: lists.redirected.length,
      removed: lists.removed.length,
      notCrawled: notCrawled.length,
    },
    fields: pageFieldNames.map(field => ({ field, pages: fields[field] })),
  }
}

/** A check that only one of the crawls ran is known to that one. */
export function titleOfCheck({ later, earlier }: Pick<ComparedCrawls, 'later' | 'earlier'>, checkId: string): string {
  const check = catalogueOf(later).get(checkId) ?? catalogueOf(earlier).get(checkId)
  return check?.title ?? checkId
}

function changesOf({ change, issueIds }: FindingGroup): FindingChanges {
  const name = change === 'new' || change === 'unchanged' ? change : absenceCounts[change]
  return { ...noChanges(), [name]: issueIds.length }
}

function hasChanged({ unchanged: _, ...changed }: FindingChanges): boolean {
  return Object.values(changed).some(count => count > 0)
}

function crawlOf({ id, websiteId, seedUrl, startedMs }: CrawlRow): ComparisonHead['later'] {
  return { crawlId: id, websiteId, url: seedUrl, startedAt: isoTime(startedMs) }
}
