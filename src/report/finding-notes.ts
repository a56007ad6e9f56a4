import { type FindingNote, noNote } from '#shared/finding-note.ts'
import type { CrawlRow, IssueRow, ReadingStore } from '#store/store.ts'
import { issueFingerprint } from './issue-history.ts'

/** An issue with what people have written about its finding. */
export interface NotedIssue<Row> {
  issue: Row
  note: FindingNote
}

/** The issues of a crawl with their notes, in the same order. */
export async function withNotes<Row extends IssueRow>(
  reading: Pick<ReadingStore, 'findingNotes'>,
  { crawl, issues }: { crawl: Pick<CrawlRow, 'websiteId' | 'seedUrl'>; issues: readonly Row[] },
): Promise<NotedIssue<Row>[]> {
  const named = issues.map(issue => ({ issue, fingerprint: issueFingerprint(issue, crawl.seedUrl) }))
  const fingerprints = [...new Set(named.map(({ fingerprint }) => fingerprint))]
  const notes = await reading.findingNotes({ websiteId: crawl.websiteId, fingerprints })
  return named.map(({ issue, fingerprint }) => ({ issue, note: notes.get(fingerprint) ?? noNote }))
}
