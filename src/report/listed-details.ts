import { MAX_LISTED_PAGES } from '#shared/limits.ts'
import type { Evidence, IssueDetails } from '#shared/model.ts'
import type { IssueRow } from '#store/store.ts'

interface ListedDetails {
  details: IssueDetails
  /** Also of those that are not listed. */
  referringSourceCount: number
  imageCount: number
}

/**
 * The details of an issue as responses have them: each list ends after MAX_LISTED_PAGES entries, and its total is beside it. The affected
 * URLs are omitted where the duplicates or the referring sources are the same list. Exports hold everything.
 */
export function listedDetails({ details, affectedCount }: Pick<IssueRow, 'details' | 'affectedCount'>): ListedDetails {
  // Names that only a comparison of reports reads.
  const { causeKeys: _, affectedUrls, ...rest } = details
  const lists = {
    ...(rest.duplicateUrls && { duplicateUrls: firstOf(rest.duplicateUrls) }),
    ...(rest.referringSources && { referringSources: firstOf(rest.referringSources) }),
    ...(rest.imageData && { imageData: firstOf(rest.imageData) }),
  }
  const affected = affectedUrls && firstOf(affectedUrls)
  const isSameAs = (list: readonly string[] | undefined) =>
    affected !== undefined && list !== undefined && areEqual(affected, list)
  const isListed = isSameAs(lists.duplicateUrls) || isSameAs(lists.referringSources)
  const known = rest.referringSources?.length ?? 0
  return {
    details: {
      ...rest,
      ...lists,
      ...(affected && !isListed && { affectedUrls: affected }),
      evidence: rest.evidence.map(listedEvidence),
    },
    // Of many sources the check itself keeps the first, which are then the affected pages.
    referringSourceCount: isSameAs(lists.referringSources) ? Math.max(affectedCount, known) : known,
    imageCount: rest.imageData?.length ?? 0,
  }
}

function listedEvidence(evidence: Evidence): Evidence {
  switch (evidence.kind) {
    case 'urls':
      return { ...evidence, urls: firstOf(evidence.urls) }
    case 'places':
      return { ...evidence, places: firstOf(evidence.places) }
    case 'table': {
      const { rows, total = rows.length } = evidence
      return rows.length > MAX_LISTED_PAGES ? { ...evidence, rows: firstOf(rows), total } : evidence
    }
    default:
      return evidence
  }
}

function firstOf<Item>(list: readonly Item[]): Item[] {
  return list.slice(0, MAX_LISTED_PAGES)
}

function areEqual(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((url, index) => url === b[index])
}
