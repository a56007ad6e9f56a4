import { catalogueOf } from '#checks/index.ts'
import type { WholeCheckResult } from '#shared/api/checks.ts'
import { causeElement } from '#shared/cause-element.ts'
import { causePlaceLabels, type IssueType } from '#shared/model.ts'
import type { CrawlRow, IssueRow, ReadingStore } from '#store/store.ts'
import { firstSentence } from '../crawl-health.ts'
import { withinSite } from '../issue-list.ts'
import { MAX_CODE_LENGTH } from './labels.ts'
import { linesOf } from './page-room.ts'

const ROW_HEIGHT = 38
const LINE_HEIGHT = 19
const LINE = 58

/** Of its row in the summary, in pixels. */
export function firstFixHeight({ advice, worst }: Fix): number {
  const text =
    worst === null ? advice : `${advice} ${worst.before}${worst.code.slice(0, MAX_CODE_LENGTH)}${worst.after}`
  return ROW_HEIGHT + LINE_HEIGHT * linesOf(text, LINE)
}

/** Where it is fixed: in the text of pages, in the templates that pages share, or in the settings of the web server. */
export type FixPlace = 'Editor' | 'Template' | 'Server'

/** One check that found something, as the report names it. */
export interface Fix
  extends Pick<
    WholeCheckResult,
    'id' | 'title' | 'severity' | 'subject' | 'issueCount' | 'pageCount' | 'pagesChecked' | 'gain'
  > {
  where: FixPlace
  why: string
  /** What to do, in one sentence, and in full. */
  advice: string
  howTo: string
  worst: WorstCause | null
}

/** The cause that affects most pages: a sentence around a text of the site. */
export interface WorstCause {
  before: string
  code: string
  after: string
}

/** Causes of so many pages are one mistake of a template. */
const PAGES_OF_TEMPLATE = 3

export async function fixOf(
  reading: Pick<ReadingStore, 'issues'>,
  { crawl, check }: { crawl: Pick<CrawlRow, 'id' | 'seedUrl' | 'ownChecks'>; check: WholeCheckResult },
): Promise<Fix> {
  const { id, title, severity, subject, issueCount, pageCount, pagesChecked, gain } = check
  const [worst] = await reading.issues(crawl.id, { checkId: id, limit: 1 })
  const known = catalogueOf(crawl).get(id)
  return {
    ...{ id, title, severity, subject, issueCount, pageCount, pagesChecked, gain },
    where: fixPlace({ ...check, isOfServer: known?.isOfServer ?? false }, worst),
    why: known?.why ?? '',
    advice: firstSentence(known?.fix ?? ''),
    howTo: known?.fix ?? '',
    worst: worst ? worstCause(worst, { issueCount, seedUrl: crawl.seedUrl }) : null,
  }
}

/** Where the finding itself does not say. */
const placesOfTypes: Record<IssueType, FixPlace> = {
  meta_issue: 'Editor',
  broken_link: 'Editor',
  link_issue: 'Editor',
  content_issue: 'Editor',
  duplicate: 'Editor',
  image_issues: 'Editor',
  missing_alt_tags: 'Editor',
  alt_tag_issues: 'Editor',
  heading_issue: 'Editor',
  social_issue: 'Editor',
  url_issue: 'Editor',
  indexability_issue: 'Template',
  canonical_issue: 'Template',
  hreflang_issue: 'Template',
  mobile_issue: 'Template',
  structured_data_issue: 'Template',
  accessibility_issue: 'Template',
  performance_issue: 'Template',
  ai_issue: 'Template',
  own_issue: 'Editor',
  robots_issue: 'Server',
  sitemap_issue: 'Server',
  redirect: 'Server',
  security_issue: 'Server',
}

/** By where the worst finding of a check stands; else by what the check is about. */
export function fixPlace(
  { type, isOfServer }: Pick<WholeCheckResult, 'type'> & { isOfServer: boolean },
  worst: Pick<IssueRow, 'details' | 'isHostWide' | 'affectedCount'> | undefined,
): FixPlace {
  const place = worst?.details.place
  if (isOfServer || place === 'server' || worst?.isHostWide) return 'Server'
  if (worst === undefined || place === undefined) return placesOfTypes[type]
  return worst.affectedCount >= PAGES_OF_TEMPLATE ? 'Template' : 'Editor'
}

/** null where the finding is about the whole host, or about pages of which none is worse than the others. */
export function worstCause(
  issue: Pick<IssueRow, 'isHostWide' | 'details' | 'pageUrl' | 'affectedCount'>,
  { issueCount, seedUrl }: { issueCount: number; seedUrl: string },
): WorstCause | null {
  const { details, pageUrl, affectedCount } = issue
  if (issue.isHostWide || details.place === 'server') return null
  const pages = `${affectedCount} ${affectedCount === 1 ? 'page' : 'pages'}`
  const isOneOfMany = issueCount > 1
  if (details.targetUrl !== undefined) {
    const code = withinSite(details.targetUrl, seedUrl)
    return { before: isOneOfMany ? 'Start with ' : 'Target: ', code, after: `, on ${pages}.` }
  }
  const element = causeElement(issue)
  if (element && details.place !== undefined && affectedCount >= PAGES_OF_TEMPLATE)
    return { before: `${causePlaceLabels[details.place]} of ${pages}: `, code: element.code, after: '' }
  const before = isOneOfMany || affectedCount > 1 ? 'For example on ' : 'On '
  return { before, code: withinSite(pageUrl, seedUrl), after: '.' }
}
