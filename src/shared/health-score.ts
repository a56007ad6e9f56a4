import { type Severity, severities } from './model.ts'

/**
 * The health score of a crawl, 0 to 100: what is left of 100 once every check that found something has taken its part.
 *
 * A check takes, of what is left, `ceiling × √(A ÷ (A + P))`: P is the number of pages crawled, A the number of pages its issues touch,
 * added up over its issues of one severity (an issue of the whole host counts as all P pages). So one page with an error is felt, a
 * fault on all pages weighs far more, repairing any issue raises the score, and nothing but finding nothing gives 100. It compares a
 * website with itself over time; it says nothing about another website, nor about rankings.
 */
export const HEALTH_CEILINGS: Record<Severity, number> = { error: 0.3, warning: 0.1, info: 0.01 }

/** The sentence that stands wherever the score is shown. */
export const HEALTH_FORMULA =
  'Starting from 100, each check that found something takes up to 30 % (errors), 10 % (warnings) or 1 % (infos) of what is left: that share times √(A ÷ (A + P)), where P is the number of pages crawled and A the number of pages that its issues touch. An issue of the whole host touches all pages.'

export const MAX_HEALTH_SCORE = 100

/** Issues of one check and one severity. */
export interface FindingReach {
  checkId: string
  severity: Severity
  issueCount: number
  /** Pages touched, added up over the issues. At least 1. */
  affected: number
}

export interface Deduction extends FindingReach {
  /** Of the 100 points: all deductions and the score add up to 100. */
  points: number
}

export interface HealthScore {
  /** 0 to 100, with fractions: shown as `wholeScore`. */
  exactScore: number
  /** The heaviest first, then by check. */
  deductions: Deduction[]
}

/** @param pageCount pages crawled, at least 1. */
export function healthScore(findings: readonly FindingReach[], pageCount: number): HealthScore {
  const ordered = findings
    .map(finding => ({ finding, share: shareTaken(finding, pageCount) }))
    .sort((a, b) => b.share - a.share || compareFindings(a.finding, b.finding))
  let left = MAX_HEALTH_SCORE
  const deductions = ordered.map(({ finding, share }) => {
    const points = left * share
    left -= points
    return { ...finding, points }
  })
  return { exactScore: left, deductions }
}

/** Rounded down, so that 100 is said only where nothing was found. */
export function wholeScore(exactScore: number): number {
  return Math.floor(exactScore)
}

/** What a score wins when issues that touch so many pages are repaired. `finding` holds those issues, too. */
export function pointsWon(
  finding: FindingReach,
  repair: { affected: number; pageCount: number; exactScore: number },
): number {
  const { affected, pageCount, exactScore } = repair
  const before = 1 - shareTaken(finding, pageCount)
  const after = 1 - shareTaken({ ...finding, affected: finding.affected - affected }, pageCount)
  return exactScore * (after / before - 1)
}

/** The part of what is left that a check takes, below 1. */
function shareTaken({ severity, affected }: Pick<FindingReach, 'severity' | 'affected'>, pageCount: number): number {
  return HEALTH_CEILINGS[severity] * Math.sqrt(affected / (affected + pageCount))
}

function compareFindings(a: FindingReach, b: FindingReach): number {
  return severities.indexOf(a.severity) - severities.indexOf(b.severity) || (a.checkId < b.checkId ? -1 : 1)
}
