/** A person waits for the answer, and the site is asked beside its visitors: a look, not a crawl. */
export const MAX_RECHECK_PAGES = 20

export const recheckStates = ['waiting', 'running', 'done', 'failed'] as const
export type RecheckState = (typeof recheckStates)[number]

/**
 * fixed: the finding is gone. stays: it is still there, perhaps on fewer pages. changed: the pages are not what they were, so the
 * finding as such can no longer be told. cannot-tell: the look was not enough.
 */
export const recheckResults = ['fixed', 'stays', 'changed', 'cannot-tell'] as const
export type RecheckResult = (typeof recheckResults)[number]

export interface RecheckReport {
  result: RecheckResult
  /** For a person. */
  sentence: string
}

/** What a person is told, before asking and after it, of a check whose findings rest on the whole site. */
export const WHOLE_CRAWL_NOTE = 'Only a whole crawl can check this.'
export const RECHECK_FAILED =
  'Checking again failed because of a fault of ours: the operator finds the cause in the log.'
