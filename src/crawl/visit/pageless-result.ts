import type { FetchSummary } from '#shared/facts.ts'
import type { VisitJob, VisitResult } from './visit-job.ts'

/** The result of a visit that gave no page to read. */
export function pagelessResult(job: VisitJob, fetched: FetchSummary): VisitResult {
  const { crawlId, urlId } = job
  const outcome = { urlId, page: null, found: [], issues: [], fetched }
  return { crawlId, urlId, isHtml: false, isHtmlOk: false, verdicts: null, outcome }
}
