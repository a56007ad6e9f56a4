import type { FindingNote } from '#shared/finding-note.ts'
import type { CrawlRow, IssueRow, ReadingStore } from '#store/store.ts'
import { issueFingerprint } from './issue-history.ts'

/** What people have written about the findings of issues, by the id of the issue; nothing of those without a note. */
export async function readNotes(
  reading: Pick<ReadingStore, 'findingNotes'>,
  { crawl, issues }: { crawl: Pick<CrawlRow, 'websiteId' | 'seedUrl'>; issues: readonly IssueRow[] },
): Promise<ReadonlyMap<number, FindingNote>> {
  const fingerprints = new Map(issues.map(issue => [issue.id, issueFingerprint(issue, crawl.seedUrl)]))
  const notes = await reading.findingNotes({
    websiteId: crawl.websiteId,
    fingerprints: [...new Set(fingerprints.values())],
  })
  return new Map(
    [...fingerprints].flatMap(([id, fingerprint]): [number, FindingNote][] => {
      const note = notes.get(fingerprint)
      return note ? [[id, note]] : []
    }),
  )
}
