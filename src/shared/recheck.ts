/** A person waits for the result, and the site serves its visitors at the same time: a spot check, not a crawl. */
export const MAX_RECHECK_PAGES = 20

/** Pages of a cause that are requested first. */
export const FIRST_RECHECK_PAGES = 3

export const recheckStates = ['waiting', 'running', 'done', 'failed'] as const
export type RecheckState = (typeof recheckStates)[number]

/**
 * fixed: the finding is gone. stays: it is still there, perhaps on fewer pages. changed: the pages are not what they were, so the
 * finding can no longer be identified. cannot-tell: the checked pages do not decide it.
 */
export const recheckResults = ['fixed', 'stays', 'changed', 'cannot-tell'] as const
export type RecheckResult = (typeof recheckResults)[number]

export interface RecheckReport {
  result: RecheckResult
  /** For a person. */
  sentence: string
}

/** The message, before and after a recheck, for a check whose findings depend on the whole site. */
export const WHOLE_CRAWL_NOTE = 'Only a whole crawl can check this.'
export const RECHECK_FAILED =
  'Checking again failed because of an internal error. Its cause is in the log of the server.'
