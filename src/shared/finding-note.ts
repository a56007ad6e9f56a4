/**
 * What people have written about one finding of a website. It is kept by the finding's fingerprint, so it holds for the same finding
 * of every crawl.
 */
export interface FindingNote {
  /** '' for none. */
  note: string
  /** Who fixes it: a name as people wrote it, '' for none. */
  assignee: string
  /**
   * When a person said that it is fixed; null while it is open. It stays in the report: only a recheck or a later crawl can confirm a
   * fix.
   */
  markedFixedMs: number | null
}

export const noNote: FindingNote = { note: '', assignee: '', markedFixedMs: null }

export const MAX_NOTE_LENGTH = 2_000
export const MAX_ASSIGNEE_LENGTH = 100
/** Findings that one request may change. */
export const MAX_NOTES_AT_ONCE = 100
export const MAX_NOTES_PER_WEBSITE = 10_000
