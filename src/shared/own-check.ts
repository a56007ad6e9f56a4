import type { PageFacts } from './facts.ts'
import type { Evidence, IssueDetails, IssueType, Severity } from './model.ts'
import type { ThresholdTable } from './thresholds.ts'

/**
 * What the catalogue says of a check, without its rule: plain data. A crawl is stored with those of its checks that are not in our
 * catalogue, so that its findings are explained as long as it is kept.
 */
export interface CheckWords {
  /** Names the failing state, subject first: `title-missing`. Equals the file name. */
  id: string
  type: IssueType
  severity: Severity
  /** Its findings follow from how the server is set up, whatever the pages hold. */
  isOfServer?: true
  /** What it takes from the health score where it affects all pages, instead of the points of its severity. */
  points?: number
  /** Title when it fails; also the default message. Its beginning is fixed for some checks (message-start.ts). */
  title: string
  /** Title when it passes. */
  passedTitle: string
  why: string
  fix: string
  /** Before and after, as source text. */
  example?: { before: string; after: string }
  /** Primary sources. */
  sources: readonly { title: string; url: string }[]
}

/**
 * 'html-ok': eligible pages (eligible.ts). 'html-shown': HTML with status 200 that visitors read, so that it does not only lead to another URL.
 * 'html': any HTML response with status 200. 'any': every page with facts.
 */
export const appliesTo = ['html-ok', 'html-shown', 'html', 'any'] as const
export type AppliesTo = (typeof appliesTo)[number]

/** A check that is not in our catalogue; its id has a prefix, which none of ours has, and a colon. */
export type OwnCheck = CheckWords & { thresholds?: { table: ThresholdTable } } & (
    | { applies: AppliesTo }
    | { scope: 'site'; pages?: 'eligible' }
  )

/** What a check has found. */
export interface Finding {
  /** Where the rule has a second level. */
  severity?: Severity
  message?: string
  /** Fields that clients read by name. */
  details?: Omit<IssueDetails, 'evidence'>
  evidence?: Evidence[]
}

export interface Skip {
  skipped: string
}

/** A check in a file of the operator. Pure and synchronous: no I/O, no clock, no randomness, and it leaves the page as it is. */
export interface OwnPageCheck extends CheckWords {
  applies: AppliesTo
  /** Numbers of the rule that a website can set. */
  thresholds?: { table: ThresholdTable }
  check(page: PageFacts, thresholds: Readonly<Record<string, number>>): Finding[] | Skip
}

/** Before the ids of checks of the operator's own files. */
export const OWN_PREFIX = 'own:'
/** Before the ids of own rules. */
export const RULE_PREFIX = 'rule:'

/** Whether a check is written by the operator or a user, and its texts with it. */
export function isOwnCheckId(checkId: string): boolean {
  return checkId.startsWith(OWN_PREFIX) || checkId.startsWith(RULE_PREFIX)
}

/** Checks of all own files together. */
export const MAX_OWN_CHECKS = 50
