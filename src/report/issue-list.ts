import { catalogueOf } from '#checks/index.ts'
import { affectedPages } from '#shared/affected-pages.ts'
import type { IssueResponse } from '#shared/api/issues.ts'
import { type FindingNote, noNote } from '#shared/finding-note.ts'
import { isoTime } from '#shared/iso-time.ts'
import { MAX_LISTED_PAGES } from '#shared/limits.ts'
import type { Evidence, IssueDetails } from '#shared/model.ts'
import { hostWithoutWww } from '#shared/url.ts'
import type { CrawlRow, IssueRow } from '#store/store.ts'
import { ownExample } from './own-example.ts'
import type { CountedIssue } from './segment-pages.ts'

/**
 * An issue as its clients read it: the stored row, the advice of its check, the note of its finding, and the specification's other
 * names for row and advice.
 */
export function issueResponse(
  row: CountedIssue,
  crawl: Pick<CrawlRow, 'websiteId' | 'seedUrl' | 'ownChecks'>,
  note: FindingNote = noNote,
): IssueResponse {
  const { details, referringSourceCount, imageCount } = listedDetails(row)
  const sourceUrl = issueSource(details)
  const own = ownExample(row)
  return {
    id: row.id,
    websiteId: crawl.websiteId,
    checkId: row.checkId,
    type: row.type,
    severity: row.severity,
    ...(row.ownSeverity !== undefined && { ownSeverity: row.ownSeverity }),
    message: row.message,
    pageUrl: row.pageUrl,
    details,
    discovered: isoTime(row.discoveredMs),
    ...issueAdvice(row, crawl),
    ...(own && { example: { ...own, isOwn: true } }),
    affectedCount: row.affectedCount,
    ...noteFields(note),
    description: row.message,
    url: row.pageUrl,
    issueType: row.type,
    issueDescription: row.message,
    status: row.severity,
    sourceUrl,
    formattedSourceUrl: sourceUrl === null ? null : withinSite(sourceUrl, crawl.seedUrl),
    referringSources: details.referringSources ?? [],
    referringSourceCount,
    imageCount,
    metadata: issueMetadata(details),
    ...(row.segmentCount !== undefined && { segmentCount: row.segmentCount }),
  }
}

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
function listedDetails({ details, affectedCount }: Pick<IssueRow, 'details' | 'affectedCount'>): ListedDetails {
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

/** A note as responses and exports have it. */
export function noteFields({ note, assignee, markedFixedMs }: FindingNote) {
  return { note, assignee, markedFixed: isoTime(markedFixedMs) }
}

type Advice = Pick<IssueResponse, 'title' | 'why' | 'fix' | 'example' | 'sources'>

/** What the check says of itself. A stored issue outlives a check that was taken out: its message then stands for the title. */
export function issueAdvice(
  { checkId, message }: Pick<IssueRow, 'checkId' | 'message'>,
  crawl: Pick<CrawlRow, 'ownChecks'>,
): Advice {
  const check = catalogueOf(crawl).get(checkId)
  if (!check) return { title: message, why: '', fix: '', example: null, sources: [] }
  return {
    title: check.title,
    why: check.why,
    fix: check.fix,
    example: check.example ? { ...check.example, isOwn: false } : null,
    sources: check.sources.map(source => ({ ...source })),
  }
}

/** sourceUrl, else directReferrer, else the first of referringSources (specification, section 4). */
export function issueSource(details: IssueDetails): string | null {
  return details.sourceUrl ?? details.directReferrer ?? details.referringSources?.[0] ?? null
}

/** The pages that it is about, in the order in which it names them, but the one that it is shown under first. */
export function issuePages({ details, pageUrl }: Pick<IssueRow, 'details' | 'pageUrl'>): string[] {
  const urls = affectedPages({ details, pageUrl })
  return urls.includes(pageUrl) ? [pageUrl, ...urls.filter(url => url !== pageUrl)] : [...urls]
}

/** Path and query of a URL of the crawled site, the whole URL of another. */
export function withinSite(text: string, seedUrl: string): string {
  const url = URL.parse(text)
  const seed = URL.parse(seedUrl)
  if (!url || !seed || hostWithoutWww(url) !== hostWithoutWww(seed)) return text
  return url.pathname + url.search
}

/** The meta fields of section 3, under one roof. */
function issueMetadata(details: IssueDetails): IssueResponse['metadata'] {
  const { title, description, h1, missingAltTags, emptyAltTags, totalImages } = details
  const fields = { title, description, h1, missingAltTags, emptyAltTags, totalImages }
  const metadata: IssueResponse['metadata'] = {}
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) metadata[name] = value
  return metadata
}
