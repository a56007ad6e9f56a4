import { PRODUCT_NAME } from '#shared/constants.ts'
import type { ScreenName } from '#shared/routes.ts'

/** Title and description of each screen's document; screens draw their own headings. */
export const screenTitles: Record<ScreenName, { title: string; description: string }> = {
  landing: {
    title: `${PRODUCT_NAME}: website crawler and SEO audit`,
    description:
      'Audit a website for SEO and Core Vital best practices: enter its URL and see what is wrong, and how to fix it.',
  },
  dashboard: {
    title: `Dashboard – ${PRODUCT_NAME}`,
    description:
      'The state of a crawled website at a glance: pages, errors, redirects, duplicates and the issues to fix first.',
  },
  'issues-by-check': {
    title: `Issues by Check – ${PRODUCT_NAME}`,
    description:
      'What each check found on a website, how many pages it affects, and what fixing it gains: one row per check, with its causes.',
  },
  errors: {
    title: `Issues & Errors Overview – ${PRODUCT_NAME}`,
    description:
      'Every issue that was found on a website, with its severity, the page it stands on and the way to fix it.',
  },
  warnings: {
    title: `Warnings – ${PRODUCT_NAME}`,
    description:
      'Warnings of a crawl, sorted into meta data, redirects, duplicates and other issues that deserve a look.',
  },
  passed: {
    title: `Passed Checks – ${PRODUCT_NAME}`,
    description: 'Pages of a website on which nothing was found, and the checks that they passed in the latest crawl.',
  },
  'broken-links': {
    title: `Broken Links – ${PRODUCT_NAME}`,
    description:
      'Links that lead nowhere, with their status, the pages that carry them and the place where each one stands.',
  },
  'meta-data': {
    title: `Meta Data Issues – ${PRODUCT_NAME}`,
    description:
      'Missing, short, long and repeated titles, descriptions and main headings, page by page, with their evidence.',
  },
  redirects: {
    title: `Redirects – ${PRODUCT_NAME}`,
    description:
      'Redirects of a website with every hop, its status and its target, from single hops to chains and circles.',
  },
  duplicates: {
    title: `Duplicate Content – ${PRODUCT_NAME}`,
    description:
      'Pages of a website that say the same as another one, grouped, with the URLs that compete with each other.',
  },
  'site-structure': {
    title: `Site Structure – ${PRODUCT_NAME}`,
    description: 'How the pages of a website hang together: a graph of its links and how deep each of its pages lies.',
  },
  'pages-list': {
    title: `All Crawled Pages – ${PRODUCT_NAME}`,
    description: 'All pages of a crawl with status, title, headings, images and size, to search, sort and filter.',
  },
  languages: {
    title: `Languages – ${PRODUCT_NAME}`,
    description: 'Which language versions the pages of a website have, and whether they name each other by hreflang.',
  },
  changes: {
    title: `Changes – ${PRODUCT_NAME}`,
    description:
      'What changed on a website between two crawls: issues that are new or fixed, and pages that came, went or changed.',
  },
  'not-crawled': {
    title: `Not Crawled – ${PRODUCT_NAME}`,
    description:
      'URLs of a website that a crawl knows and did not visit, each with its reason and the page that names it.',
  },
  visits: {
    title: `Visits – ${PRODUCT_NAME}`,
    description:
      'People, search engines and AI bots on a website, by access logs and exports, joined to the pages of its crawl.',
  },
  readiness: {
    title: `Readiness – ${PRODUCT_NAME}`,
    description:
      'What AI agents find on a website, and which WCAG success criteria are tested automatically, partly, or need a person.',
  },
  segments: {
    title: `Segments – ${PRODUCT_NAME}`,
    description:
      'Named parts of a website, such as its blog or its shop: each with its score, its pages, its findings and their trend.',
  },
  'robots-tester': {
    title: `Robots Tester – ${PRODUCT_NAME}`,
    description:
      'Which line of robots.txt allows or blocks a URL for a crawler, and what a draft of the file would change for a website.',
  },
  'image-issues': {
    title: `Image Issues – ${PRODUCT_NAME}`,
    description:
      'Images without alternative text, images that do not load and images that are too large, page by page.',
  },
  'page-insights': {
    title: `Page Insights – ${PRODUCT_NAME}`,
    description: 'Everything that is known of one page: its issues, its facts, the links to it and its page speed.',
  },
  settings: {
    title: `Settings – ${PRODUCT_NAME}`,
    description: 'Appearance, the page-speed API key and the preferences for crawls, all in one place.',
  },
  help: {
    title: `Help & Documentation – ${PRODUCT_NAME}`,
    description: 'How to read a report: what the severities, scores and checks mean, and where their rules come from.',
  },
  projects: {
    title: `Websites – ${PRODUCT_NAME}`,
    description:
      'The websites that you have crawled, with the state of their latest crawl and the way to their reports.',
  },
  operations: {
    title: `Operations – ${PRODUCT_NAME}`,
    description:
      'For administrators: the crawls that run, wait or failed, the storage in use and what went wrong on this server.',
  },
  users: {
    title: `Users – ${PRODUCT_NAME}`,
    description:
      'For administrators: who may sign in to this server, as what, and how to add, reset or disable accounts.',
  },
  'not-found': {
    title: `404 Page Not Found – ${PRODUCT_NAME}`,
    description: 'There is no page at this URL. The links beside it lead to the screens that exist.',
  },
}
