import { type IssueType, type Severity, severities } from './model.ts'

/**
 * The health score of a crawl, 0 to 100: 100 less what its checks take.
 *
 * A check takes `points × √(A ÷ P)`, or `points × A ÷ P` for its infos: P is the number of pages crawled, A the sum of the pages that
 * each of its findings of one severity affects, at most P. A finding of the whole host affects P pages; a page with three findings
 * counts three times. Points are those of the severity, unless the check has its own. Checks of one subject take no more together than
 * its cap; the caps of our checks add up to 100, and own checks may take 10 beyond those, down to a score of 0. So one broken page is felt, a mistake of all pages weighs far more, one subject never hides the
 * others, and nothing but finding nothing gives 100. It compares a website with itself over time; it says nothing about rankings.
 */
export const POINTS_OF_SEVERITY: Record<Severity, number> = { error: 10, warning: 4, info: 0.4 }

/** Of checks that are not ours: nothing of it counts where a website has none. */
export const OWN_CHECKS = 'Own checks'

/** What issues are about, and the most that all checks of a subject take together. */
export const subjects = [
  { name: 'Indexability', cap: 40, types: ['indexability_issue', 'canonical_issue', 'robots_issue', 'sitemap_issue'] },
  { name: 'Links', cap: 12, types: ['broken_link', 'link_issue'] },
  { name: 'Content', cap: 10, types: ['content_issue', 'duplicate'] },
  { name: 'Security', cap: 12, types: ['security_issue'] },
  { name: 'Titles and descriptions', cap: 7, types: ['meta_issue'] },
  { name: 'Speed', cap: 5, types: ['performance_issue'] },
  { name: 'Images', cap: 4, types: ['image_issues', 'missing_alt_tags', 'alt_tag_issues'] },
  { name: 'Redirects and URLs', cap: 2, types: ['redirect', 'url_issue'] },
  { name: 'Languages', cap: 2, types: ['hreflang_issue'] },
  { name: 'Accessibility', cap: 2, types: ['accessibility_issue'] },
  { name: 'Mobile', cap: 1, types: ['mobile_issue'] },
  { name: 'Headings', cap: 1, types: ['heading_issue'] },
  { name: 'Structured data', cap: 1, types: ['structured_data_issue'] },
  { name: 'Social and AI', cap: 1, types: ['social_issue', 'ai_issue'] },
  { name: OWN_CHECKS, cap: 10, types: ['own_issue'] },
] as const satisfies readonly { name: string; cap: number; types: readonly IssueType[] }[]
export type SubjectName = (typeof subjects)[number]['name']

type Subject = (typeof subjects)[number]
const subjectByType = new Map<IssueType, Subject>(
  subjects.flatMap(subject => subject.types.map(type => [type, subject] as const)),
)

/** The sentence that stands wherever the score is shown. */
export const HEALTH_FORMULA =
  'Starting from 100, each check that found something takes points: up to 10 for errors, 4 for warnings and 0.4 for infos, some checks more or less, times √(A ÷ P), or A ÷ P for infos, where P is the number of pages crawled and A the sum of the pages that each finding affects, at most P. All checks of one subject take at most its cap.'

export const MAX_HEALTH_SCORE = 100

/** Findings of one check and one severity; all findings of a check have one type. */
export interface FindingReach {
  checkId: string
  type: IssueType
  severity: Severity
  issueCount: number
  /** Pages affected, added up over the findings; all pages for a finding of the whole host. At least 1. */
  affected: number
  /** What the check takes where all pages are affected. */
  points: number
}

/** What the findings of one check take. */
export interface Deduction {
  checkId: string
  type: IssueType
  subject: SubjectName
  /** The worst of its findings. */
  severity: Severity
  issueCount: number
  bySeverity: Record<Severity, number>
  /** Pages affected, added up over the findings. */
  affected: number
  /** What it takes by itself; its subject may take less for all its checks together. */
  taken: number
  /** Its share of what its subject takes: the gains of all checks add up to what the score lacks. */
  gain: number
}

export interface SubjectScore {
  subject: SubjectName
  cap: number
  /** At most the cap. */
  taken: number
}

export interface HealthScore {
  /** 0 to 100, with fractions: shown as `wholeScore`. */
  exactScore: number
  /** Those that take something, the heaviest first. */
  subjects: SubjectScore[]
  /** The largest gain first. */
  deductions: Deduction[]
}

/** @param pageCount pages crawled, at least 1. */
export function healthScore(findings: readonly FindingReach[], pageCount: number): HealthScore {
  const bySubject = new Map<Subject, number>()
  const byCheck = new Map<string, Deduction>()
  for (const finding of findings) {
    const taken = finding.points * reachOf(finding, pageCount)
    const subject = subjectOf(finding.type)
    bySubject.set(subject, (bySubject.get(subject) ?? 0) + taken)
    byCheck.set(finding.checkId, withFinding(byCheck.get(finding.checkId) ?? noDeduction(finding), finding, taken))
  }
  const deductions = [...byCheck.values()].map((deduction): Deduction => {
    const { cap } = subjectOf(deduction.type)
    const all = bySubject.get(subjectOf(deduction.type)) ?? 0
    // Not what the score rises by at once, which is nothing while the others keep the subject at its cap: then none would be the first.
    return { ...deduction, gain: all > cap ? (deduction.taken / all) * cap : deduction.taken }
  })
  const scores = [...bySubject].map(([{ name, cap }, all]) => ({ subject: name, cap, taken: Math.min(all, cap) }))
  return {
    exactScore: Math.max(0, MAX_HEALTH_SCORE - scores.reduce((sum, each) => sum + each.taken, 0)),
    subjects: scores.sort((a, b) => b.taken - a.taken || compareText(a.subject, b.subject)),
    deductions: deductions.sort(byGain),
  }
}

/** That of a check that found nothing. */
export function noDeduction({ checkId, type, severity }: Pick<Deduction, 'checkId' | 'type' | 'severity'>): Deduction {
  const bySeverity = { error: 0, warning: 0, info: 0 }
  const subject = subjectOf(type).name
  return { checkId, type, subject, severity, issueCount: 0, bySeverity, affected: 0, taken: 0, gain: 0 }
}

function withFinding(deduction: Deduction, { severity, issueCount, affected }: FindingReach, taken: number): Deduction {
  const { bySeverity: counts } = deduction
  return {
    ...deduction,
    severity: bySeverity({ severity }, deduction) < 0 ? severity : deduction.severity,
    issueCount: deduction.issueCount + issueCount,
    bySeverity: { ...counts, [severity]: counts[severity] + issueCount },
    affected: deduction.affected + affected,
    taken: deduction.taken + taken,
  }
}

/** Rounded down, so that 100 is reported only where nothing was found. */
export function wholeScore(exactScore: number): number {
  return Math.max(0, Math.floor(exactScore))
}

/** What to fix first: the first of the order in which to fix, as far as they gain anything. */
export function fixFirst<Found extends Deduction>(deductions: readonly Found[], count: number): Found[] {
  return inFixOrder(deductions)
    .filter(({ gain }) => gain > 0)
    .slice(0, count)
}

/** By gain in whole points, of the same gain errors before warnings. */
export function inFixOrder<Found extends Deduction>(deductions: readonly Found[]): Found[] {
  return deductions.toSorted((a, b) => Math.round(b.gain) - Math.round(a.gain) || bySeverity(a, b) || byGain(a, b))
}

export function subjectOf(type: IssueType): Subject {
  const subject = subjectByType.get(type)
  if (subject === undefined) throw new Error(`${type} has no subject`)
  return subject
}

/**
 * 0 to 1: the root makes a single page of a large site count, and the share keeps all pages far above it. A hint about a single page, such as
 * a short contact page, need not count.
 */
function reachOf({ severity, affected }: FindingReach, pageCount: number): number {
  const share = Math.min(affected, pageCount) / pageCount
  return severity === 'info' ? share : Math.sqrt(share)
}

function byGain(a: Deduction, b: Deduction): number {
  return b.gain - a.gain || b.taken - a.taken || bySeverity(a, b) || compareText(a.checkId, b.checkId)
}

function bySeverity(a: Pick<Deduction, 'severity'>, b: Pick<Deduction, 'severity'>): number {
  return severities.indexOf(a.severity) - severities.indexOf(b.severity)
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
