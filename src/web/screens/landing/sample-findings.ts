/** Sample issues on a fictitious website, worded as in the reports. */
import type { Severity } from '#shared/model.ts'

export interface SampleFinding {
  /** Crawl depth. */
  depth: number
  path: string
  severity: Severity
  title: string
  why: string
  fix: string
  evidence: { label: string; code: string }
}

export const sampleFindings: readonly SampleFinding[] = [
  {
    depth: 0,
    path: '/',
    severity: 'warning',
    title: 'Missing meta description',
    why: 'Search engines often show the description under the title. Without one they pick a sentence themselves.',
    fix: 'Write one or two sentences that say what the page offers.',
    evidence: { label: 'Add to the head', code: '<meta name="description" content="…">' },
  },
  {
    depth: 1,
    path: '/opening-hours',
    severity: 'error',
    title: 'Broken link',
    why: 'Visitors reach an error page, and crawlers cannot find the page behind the link.',
    fix: 'Update the link to the new URL of the page, or remove it.',
    evidence: { label: 'In the footer of every page', code: '<a href="/contact.html">Contact</a>  →  404' },
  },
  {
    depth: 2,
    path: '/blog/spring-menu',
    severity: 'info',
    title: 'Internal link to a noindex page',
    why: 'Other pages link here, but a header keeps the page out of search engines. It may be a leftover.',
    fix: 'Remove the directive if the page should be indexed; keep it if it should not.',
    evidence: { label: 'Response header', code: 'X-Robots-Tag: noindex' },
  },
  {
    depth: 3,
    path: '/blog/2019/archive',
    severity: 'warning',
    title: 'Redirect chain',
    why: 'Every hop costs a round trip, and crawlers give up after a few.',
    fix: 'Link directly to the final URL.',
    evidence: { label: 'Hop by hop', code: '301 /archive\n301 /blog/archive\n200 /blog/2019/archive' },
  },
  {
    depth: 4,
    path: '/team/history',
    severity: 'info',
    title: 'High crawl depth',
    why: 'Pages at a high crawl depth are crawled less often and get fewer visitors.',
    fix: 'Link to it from a page closer to the start page.',
    evidence: { label: 'Shortest path', code: '/ › /about › /team › /team/former › /team/history' },
  },
]
