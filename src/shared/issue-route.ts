import type { IssueType } from './model.ts'
import { hrefTo } from './routes.ts'

/** What of an issue decides where its view action leads. */
interface RoutedIssue {
  type: IssueType
  message: string
  pageUrl: string
}

/** Whose issue it is; `crawl` names an earlier crawl, undefined or '' the newest. */
export interface RoutedCrawl {
  websiteId: number
  crawl?: string | number | undefined
}

type IssueScreen = 'broken-links' | 'meta-data' | 'redirects' | 'duplicates' | 'image-issues' | 'page-insights'
type AltTextAlias = 'missing-alt-tags' | 'page-alt-tags'
type Target = IssueScreen | AltTextAlias
type Beginnings = readonly (readonly [string, Target])[]

/** A type names its screen outright: wording may change, types may not. Types without a row are routed by their text. */
const targetOfType = new Map<IssueType, Target>([
  ['broken_link', 'broken-links'],
  ['redirect', 'redirects'],
  ['duplicate', 'duplicates'],
  ['meta_issue', 'meta-data'],
  ['missing_alt_tags', 'missing-alt-tags'],
  ['alt_tag_issues', 'missing-alt-tags'],
  ['image_issues', 'image-issues'],
])

/** Specification, section 2 (/errors), in lower case. */
const beginnings: Beginnings = [
  ['broken link', 'broken-links'],
  ['404 not found', 'broken-links'],
  ['missing meta description', 'meta-data'],
  ['short meta description', 'meta-data'],
  ['missing title', 'meta-data'],
  ['duplicate title', 'meta-data'],
  ['short title', 'meta-data'],
  ['redirect chain', 'redirects'],
  ['301 redirect', 'redirects'],
  ['302 redirect', 'redirects'],
  ['duplicate content', 'duplicates'],
  ['missing alt', 'missing-alt-tags'],
  ['empty alt', 'missing-alt-tags'],
]

/** Specification, section 2 (dashboard), in lower case: its words are coarser, and it names no meta data screen. */
const dashboardBeginnings: Beginnings = [
  ['alt tags', 'page-alt-tags'],
  ['missing alt', 'page-alt-tags'],
  ['duplicate', 'duplicates'],
  ['redirect', 'redirects'],
  ['broken', 'broken-links'],
]

/** A missing heading has the type of a meta issue but is not among the texts that /errors sends to the meta data screen. */
const MISSING_HEADING = 'missing h1'

/** Where the view action of an issue leads from the lists of /errors: by type first, then by the start of the text. */
export function issueHref(issue: RoutedIssue, crawl: RoutedCrawl): string {
  return routeUrl(issueTarget(issue), issue.pageUrl, crawl)
}

/** The same from the dashboard, where alt texts have a URL of their own and meta issues open the page itself. */
export function dashboardIssueHref(issue: RoutedIssue, crawl: RoutedCrawl): string {
  return routeUrl(dashboardTarget(issue), issue.pageUrl, crawl)
}

function issueTarget({ type, message }: RoutedIssue): Target {
  const text = message.trimStart().toLowerCase()
  if (text.startsWith(MISSING_HEADING)) return 'page-insights'
  return targetOfType.get(type) ?? targetByText(text, beginnings)
}

function dashboardTarget({ type, message }: RoutedIssue): Target {
  const target = targetOfType.get(type)
  if (target === undefined) return targetByText(message.trimStart().toLowerCase(), dashboardBeginnings)
  if (target === 'meta-data') return 'page-insights'
  return target === 'missing-alt-tags' ? 'page-alt-tags' : target
}

function targetByText(text: string, table: Beginnings): Target {
  return table.find(([beginning]) => text.startsWith(beginning))?.[1] ?? 'page-insights'
}

function routeUrl(target: Target, pageUrl: string, { websiteId, crawl }: RoutedCrawl): string {
  const query = { url: pageUrl, crawl }
  if (target !== 'missing-alt-tags' && target !== 'page-alt-tags') return hrefTo(target, websiteId, query)
  // Both are aliases of the image screen; the specification names them as targets, so visitors see those URLs.
  return hrefTo('image-issues', websiteId, query).replace('/image-issues/', `/${target}/`)
}
