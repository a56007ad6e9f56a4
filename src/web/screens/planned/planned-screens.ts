/** What each screen that is not built yet will show, and where the same data can be seen meanwhile. */
import { hrefTo, type ScreenName } from '#shared/routes.ts'

export interface PlannedLink {
  label: string
  href: string
}

export interface PlannedScreenText {
  title: string
  /** What will be here, in one or two sentences. */
  will: string
  links: PlannedLink[]
}

interface Subject {
  websiteId: number | null
  /** The page that `?url=` names, '' without one. */
  url: string
}

/** null for screens that exist. */
export function plannedScreen(screen: ScreenName, { websiteId, url }: Subject): PlannedScreenText | null {
  const issues = (label: string, query: Record<string, string>): PlannedLink => ({
    label,
    href: hrefTo('errors', websiteId, { ...query, url }),
  })
  const pages = (label: string, query: Record<string, string> = {}): PlannedLink => ({
    label,
    href: hrefTo('pages-list', websiteId, { ...query, search: url }),
  })
  switch (screen) {
    case 'warnings':
      return {
        title: 'Warnings',
        will: 'This screen will group warnings by meta data, redirects, duplicates and everything else, with a count for each.',
        links: [issues('All warnings', { severity: 'warning' })],
      }
    case 'passed':
      return {
        title: 'Passed Checks',
        will: 'This screen will list the pages without an error or a warning, and count those with a title, a description and a good answer.',
        links: [pages('Pages that answered 2xx', { status: '2xx' })],
      }
    case 'meta-data':
      return {
        title: 'Meta Data Issues',
        will: 'This screen will list missing, duplicate and badly sized titles, descriptions and headings, with a filter for each kind.',
        links: [issues('Meta data issues', { type: 'meta_issue' })],
      }
    case 'redirects':
      return {
        title: 'Redirects',
        will: 'This screen will list redirects hop by hop, with the pages that link to them.',
        links: [issues('Redirect issues', { type: 'redirect' }), pages('Pages that redirect', { status: '3xx' })],
      }
    case 'duplicates':
      return {
        title: 'Duplicate Content',
        will: 'This screen will show the groups of pages that share their content, title or description.',
        links: [issues('Duplicate issues', { type: 'duplicate' })],
      }
    case 'site-structure':
      return {
        title: 'Site Structure Visualization',
        will: 'This screen will draw the website as a graph of its pages and links, with the depth of each page and the pages that have problems.',
        links: [pages('Pages by depth', { sort: 'depth' })],
      }
    case 'image-issues':
      return {
        title: 'Image Issues',
        will: 'This screen will list images without alternative text and images that are too large, with their size.',
        links: [
          issues('Images without alternative text', { type: 'missing_alt_tags' }),
          issues('Other image issues', { type: 'image_issues' }),
        ],
      }
    case 'page-insights':
      return {
        title: 'Page Insights',
        will: 'This screen will show everything known about one page: its answer, meta data, headings, images, links and issues.',
        links: [issues('Issues of this page', {}), pages('This page in the list of pages')],
      }
    case 'settings':
      return {
        title: 'Settings',
        will: 'This screen will hold the theme, the page-speed API key status and the defaults of a crawl.',
        links: [{ label: 'Set a crawl limit on the start page', href: hrefTo('landing') }],
      }
    case 'help':
      return {
        title: 'Help & Documentation',
        will: 'This screen will explain the reports, the checks and their limits. Until then every issue explains itself: open one to read why it matters and how to fix it.',
        links: [issues('Issues', {})],
      }
    case 'projects':
      return {
        title: 'Websites',
        will: 'This screen will list the websites that you have crawled, with search, status and their earlier crawls.',
        links: [],
      }
    default:
      return null
  }
}
