import { catalogueOf } from '#checks/index.ts'
import { affectedPages } from '#shared/affected-pages.ts'
import type { IssueResponse } from '#shared/api/issues.ts'
import { type FindingNote, noNote } from '#shared/finding-note.ts'
import { isoTime } from '#shared/iso-time.ts'
import type { IssueDetails } from '#shared/model.ts'
import { hostWithoutWww } from '#shared/url.ts'
import type { CrawlRow, IssueRow } from '#store/store.ts'
import { listedDetails } from './listed-details.ts'
import { ownExample } from './own-example.ts'

/**
 * An issue as its clients read it: the stored row, the advice of its check, the note of its finding, and the specification's other
 * names for row and advice.
 */
export function issueResponse(
  row: IssueRow,
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
  }
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
