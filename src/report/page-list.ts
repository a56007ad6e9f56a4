import type { PageResponse } from '#shared/api/pages.ts'
import type { PageRow } from '#store/store.ts'
import { failureLabels } from './unread-labels.ts'

/** A row of the pages list as its clients read it. Facts of the HTML are null, and their counts 0, where there was no HTML. */
export function pageResponse(row: PageRow, websiteId: number): PageResponse {
  const { columns } = row
  const missingAltTags = columns?.missingAltTags ?? 0
  const emptyAltTags = columns?.emptyAltTags ?? 0
  const totalImages = columns?.totalImages ?? 0
  return {
    id: row.number,
    websiteId,
    url: row.url,
    statusCode: row.statusCode,
    failure: row.failure === null ? '' : failureLabels(row.failure, row.failureDetail),
    title: columns?.title || null,
    metaDescription: columns?.metaDescription || null,
    h1: columns?.h1 || null,
    contentHash: columns?.textHash || null,
    robotsDirectives: columns?.robotsDirectives || null,
    canonicalUrl: columns?.canonicalUrl ?? null,
    missingAltTags,
    emptyAltTags,
    imagesWithAltTags: Math.max(0, totalImages - missingAltTags - emptyAltTags),
    totalImages,
    h1Count: columns?.h1Count ?? 0,
    h2Count: columns?.h2Count ?? 0,
    h3Count: columns?.h3Count ?? 0,
    h4Count: columns?.h4Count ?? 0,
    pCount: columns?.pCount ?? 0,
    contentType: row.mediaType || null,
    lang: columns?.lang ?? null,
    wordCount: columns?.wordCount ?? null,
    depth: row.depth,
    ttfb: row.ttfbMs,
    responseTime: row.totalMs,
    size: row.bytes,
    linkCount: columns?.totalLinks ?? 0,
    inlinkCount: row.inlinkCount,
    ...linkFigures(row),
    issueCount: row.issueCounts?.issues ?? null,
    errorCount: row.issueCounts?.errors ?? null,
    warningCount: row.issueCounts?.warnings ?? null,
    isIndexable: row.indexability === 'indexable',
    indexability: row.indexability,
    foundBy: row.foundBy,
    copyOf: row.copyOf,
    ...row.visits,
    lastBotVisit: row.visits.lastBotVisit || null,
    isPassed: row.isPassed,
    redirectUrl: row.hops.length > 0 ? row.finalUrl : null,
    finalStatusCode: row.finalStatusCode,
    hops: row.hops,
    ...(row.fields.length > 0 && { fields: [...row.fields] }),
  }
}

function linkFigures({ linkFigures: figures }: PageRow) {
  return {
    linkScore: figures?.score ?? null,
    inlinks: figures?.inlinks ?? null,
    followedInlinkPages: figures?.followedInlinkPages ?? null,
    outlinks: figures?.outlinks ?? null,
    outlinkTargets: figures?.outlinkTargets ?? null,
    followedOutlinks: figures?.followedOutlinks ?? null,
    externalOutlinks: figures?.externalOutlinks ?? null,
  }
}
