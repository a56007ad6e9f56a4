import type { Severity } from './model.ts'

/**
 * What a user has decided about the issues of a website: which checks are switched off, how much a check weighs, which issues are
 * muted and why. The rule that applies it stands here once; `store/` keeps the decisions and the issues that they take out of a report.
 */
export interface IssueSettings {
  /** Oldest first. */
  mutes: readonly Mute[]
  /** By check id; only those that differ from how the check comes. */
  checks: readonly CheckSetting[]
}

export interface Mute {
  id: number
  /** null: issues of every check. */
  checkId: string | null
  /** URL that an issue is listed under, `*` for any run of characters; null: every URL. Never null together with `checkId`. */
  pattern: string | null
  reason: string
  createdMs: number
}

export interface CheckSetting {
  checkId: string
  isOff: boolean
  /** null: as the check itself says. */
  severity: Severity | null
}

/** Each is matched against every issue; a website that needs more is served better by switching checks off. */
export const MAX_MUTES_PER_WEBSITE = 200
export const MAX_MUTE_PATTERN_LENGTH = 2_000
export const MAX_MUTE_REASON_LENGTH = 500

export const noSettings: IssueSettings = { mutes: [], checks: [] }

export const suppressedKinds = ['muted', 'switched-off', 'fixed'] as const
export type SuppressedKind = (typeof suppressedKinds)[number]

/** Why an issue that was found is kept out of the report. */
export type SuppressedCause =
  | { kind: 'muted'; muteId: number; reason: string }
  | { kind: 'switched-off' }
  /** Found to be fixed when its URLs were checked again. */
  | { kind: 'fixed'; checkedAtMs: number }

/** The result shown for a check whose findings are all suppressed. */
export const suppressedReasons: Record<SuppressedKind, string> = {
  muted: 'Muted for this website',
  'switched-off': 'Switched off for this website',
  fixed: 'Fixed since the crawl',
}

/** What is decided about one issue. */
export interface IssueDecision {
  severity: Severity
  /** null: it is shown. */
  cause: Exclude<SuppressedCause, { kind: 'fixed' }> | null
}

export type DecideIssue = (issue: { checkId: string; pageUrl: string; severity: Severity }) => IssueDecision

/**
 * The decisions as a function of an issue, with the severity that its check gave it. A check that is switched off comes before a mute,
 * the oldest mute before later ones.
 */
export function issueDecider(settings: IssueSettings): DecideIssue {
  const checks = new Map(settings.checks.map(check => [check.checkId, check]))
  const mutes = settings.mutes.map(mute => ({ mute, matches: patternMatcher(mute.pattern) }))
  return ({ checkId, pageUrl, severity }) => {
    const check = checks.get(checkId)
    const decided = check?.severity ?? severity
    if (check?.isOff) return { severity: decided, cause: { kind: 'switched-off' } }
    const muted = mutes.find(({ mute, matches }) => (mute.checkId ?? checkId) === checkId && matches(pageUrl))
    if (!muted) return { severity: decided, cause: null }
    return { severity: decided, cause: { kind: 'muted', muteId: muted.mute.id, reason: muted.mute.reason } }
  }
}

/** Paths are typed without the site: `/archive/*`. */
export function wholePattern(pattern: string | null, siteUrl: string): string | null {
  return pattern?.startsWith('/') ? new URL(siteUrl).origin + pattern : pattern
}

/** Such a mute would leave no report. */
export function isOfEverything({ checkId, pattern }: Pick<Mute, 'checkId' | 'pattern'>): boolean {
  return checkId === null && (pattern === null || /^\**$/.test(pattern))
}

/** Whether any decision can concern issues of a check: those of others need not be read. */
export function concernsCheck({ mutes, checks }: IssueSettings, checkId: string): boolean {
  return checks.some(check => check.checkId === checkId) || mutes.some(mute => (mute.checkId ?? checkId) === checkId)
}

/**
 * Matches whole URLs, letter by letter; `*` stands for any run of characters, as in robots.txt. Linear in the URL for each
 * part of the pattern: no regular expression is made of what a user typed.
 */
function patternMatcher(pattern: string | null): (url: string) => boolean {
  if (pattern === null) return () => true
  const [first = '', ...rest] = pattern.split('*')
  const last = rest.pop()
  if (last === undefined) return url => url === pattern
  const between = rest.filter(part => part !== '')
  return url => {
    if (!url.startsWith(first)) return false
    let at = first.length
    for (const part of between) {
      const found = url.indexOf(part, at)
      if (found === -1) return false
      at = found + part.length
    }
    return url.length - last.length >= at && url.endsWith(last)
  }
}
