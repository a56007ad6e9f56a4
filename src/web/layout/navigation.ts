/** The links of the sidebar: groups, labels, targets, counts. */
import {
  Accessibility,
  Activity,
  Bot,
  ChartNoAxesColumn,
  CircleAlert,
  CircleCheck,
  CircleQuestionMark,
  Copy,
  CornerUpRight,
  FileSearch,
  FileText,
  FileX,
  GitCompare,
  Globe,
  Image,
  Languages,
  LayoutDashboard,
  ListChecks,
  type LucideIcon,
  Network,
  Settings,
  Shapes,
  TriangleAlert,
  Unlink,
  Users,
} from 'lucide-react'
import type { Role } from '#shared/account.ts'
import type { CrawlResultResponse } from '#shared/api/crawls.ts'
import { hrefTo, type ScreenName } from '#shared/routes.ts'
import type { SharePart } from '#shared/sharing.ts'
import type { BadgeTone } from '../components/badge.tsx'

export interface NavigationItem {
  screen: Exclude<ScreenName, 'not-found'>
  label: string
  icon: LucideIcon
  href: string
  /** Shown when above 0. */
  count: number
  tone: BadgeTone
}

export interface NavigationGroup {
  id: string
  /** null: no heading. */
  heading: string | null
  items: NavigationItem[]
}

/** The crawl that the links lead to, with the counts of its badges. */
export interface ShownCrawl
  extends Pick<CrawlResultResponse, 'websiteId' | 'url' | 'errorCount' | 'warningCount' | 'passedCount'> {
  /** Id of an earlier crawl as text, '' for the newest. */
  crawlText: string
  /** Checks that found something; 0 while that is not known. */
  checkCount: number
}

type Entry = Pick<NavigationItem, 'screen' | 'label' | 'icon'> & Partial<NavigationItem>

function item(entry: Entry): NavigationItem {
  return { href: hrefTo(entry.screen), count: 0, tone: 'neutral', ...entry }
}

/** The parts of a share link that a screen needs; a screen that is missing is in no link. */
const screenParts: Partial<Record<ScreenName, readonly SharePart[]>> = {
  landing: [],
  dashboard: [],
  changes: ['comparison'],
  'issues-by-check': ['issues'],
  errors: ['issues'],
  warnings: ['issues'],
  passed: ['issues', 'pages'],
  'broken-links': ['issues', 'pages'],
  'meta-data': ['issues', 'pages'],
  redirects: ['issues', 'pages'],
  duplicates: ['issues', 'pages'],
  'image-issues': ['issues', 'pages'],
  'site-structure': ['links', 'pages'],
  'pages-list': ['pages'],
  'not-crawled': ['pages'],
  languages: ['pages', 'issues'],
  'page-insights': ['pages', 'links', 'issues'],
}

/** Whether a share link with these parts shows the screen. */
export function showsScreen(screen: ScreenName, parts: readonly SharePart[]): boolean {
  return screenParts[screen]?.every(part => parts.includes(part)) ?? false
}

interface Reader {
  /** Of the signed-in user, null without one. */
  role: Role | null
  /** Of the share link below which the document is, null outside of links. */
  parts: readonly SharePart[] | null
}

/** `crawl`: null without a website. */
export function navigationGroups(crawl: ShownCrawl | null, { role, parts }: Reader): NavigationGroup[] {
  const groups = allGroups(crawl, role)
  if (parts === null) return groups
  return groups
    .map(group => ({ ...group, items: group.items.filter(({ screen }) => showsScreen(screen, parts)) }))
    .filter(({ items }) => items.length > 0)
}

function allGroups(crawl: ShownCrawl | null, role: Role | null): NavigationGroup[] {
  const id = crawl?.websiteId
  const query = { crawl: crawl?.crawlText }
  const groups: NavigationGroup[] = [
    {
      id: 'product',
      heading: null,
      items: [
        item({ screen: 'dashboard', label: 'Dashboard', icon: LayoutDashboard, href: hrefTo('dashboard', id, query) }),
        item({ screen: 'projects', label: 'Websites', icon: Globe }),
        item({ screen: 'settings', label: 'Settings', icon: Settings }),
        item({ screen: 'help', label: 'Help', icon: CircleQuestionMark }),
      ],
    },
    {
      id: 'results',
      heading: 'Crawl Results',
      items: [
        item({
          screen: 'issues-by-check',
          label: 'Issues by Check',
          icon: ListChecks,
          href: hrefTo('issues-by-check', id, query),
          count: crawl?.checkCount ?? 0,
        }),
        item({
          screen: 'errors',
          label: 'Errors',
          icon: CircleAlert,
          // The screen lists every severity; the badge counts one.
          href: hrefTo('errors', id, { severity: 'error', ...query }),
          count: crawl?.errorCount ?? 0,
          tone: 'error',
        }),
        item({
          screen: 'warnings',
          label: 'Warnings',
          icon: TriangleAlert,
          href: hrefTo('warnings', id, query),
          count: crawl?.warningCount ?? 0,
          tone: 'warning',
        }),
        item({
          screen: 'passed',
          label: 'Passed Checks',
          icon: CircleCheck,
          href: hrefTo('passed', id, query),
          count: crawl?.passedCount ?? 0,
          tone: 'success',
        }),
      ],
    },
  ]
  if (crawl) groups.push(websiteGroup(crawl))
  if (role === 'admin') groups.push(administrationGroup())
  return groups
}

function administrationGroup(): NavigationGroup {
  return {
    id: 'administration',
    heading: 'Administration',
    items: [
      item({ screen: 'operations', label: 'Operations', icon: Activity }),
      item({ screen: 'users', label: 'Users', icon: Users }),
    ],
  }
}

function websiteGroup({ websiteId, url, crawlText }: ShownCrawl): NavigationGroup {
  const entries: Entry[] = [
    { screen: 'pages-list', label: 'All Pages', icon: FileText },
    { screen: 'changes', label: 'Changes', icon: GitCompare },
    { screen: 'segments', label: 'Segments', icon: Shapes },
    { screen: 'not-crawled', label: 'Not Crawled', icon: FileX },
    { screen: 'robots-tester', label: 'Robots Tester', icon: Bot },
    { screen: 'visits', label: 'Visits', icon: ChartNoAxesColumn },
    { screen: 'readiness', label: 'Readiness', icon: Accessibility },
    { screen: 'page-insights', label: 'Page Insights', icon: FileSearch },
    { screen: 'broken-links', label: 'Broken Links', icon: Unlink },
    { screen: 'redirects', label: 'Redirects', icon: CornerUpRight },
    { screen: 'duplicates', label: 'Duplicates', icon: Copy },
    { screen: 'image-issues', label: 'Image Issues', icon: Image },
    { screen: 'languages', label: 'Languages', icon: Languages },
    { screen: 'site-structure', label: 'Site Structure', icon: Network },
  ]
  return {
    id: 'website',
    heading: URL.parse(url)?.host ?? url,
    items: entries.map(entry => item({ ...entry, href: hrefTo(entry.screen, websiteId, { crawl: crawlText }) })),
  }
}
