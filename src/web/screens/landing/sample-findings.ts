/** Findings as the reports show them, on a website that does not exist: examples of wording, not results of anybody. */
import type { Severity } from '#shared/model.ts'

export interface SampleFinding {
  /** Clicks from the start page. */
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
    why: 'A visitor who follows it is turned away, and a crawler loses the page behind it.',
    fix: 'Point the link at the page’s new address, or take it out.',
    evidence: { label: 'In the footer of every page', code: '<a href="/contact.html">Contact</a>  →  404' },
  },
  {
    depth: 2,
    path: '/blog/spring-menu',
    severity: 'info',
    title: 'Internal link to a noindex page',
    why: 'Other pages send visitors here, and a header asks search engines to leave it out. It may be a leftover.',
    fix: 'Drop the directive if the page should be found; leave it if it should not.',
    evidence: { label: 'Response header', code: 'X-Robots-Tag: noindex' },
  },
  {
    depth: 3,
    path: '/blog/2019/archive',
    severity: 'warning',
    title: 'Redirect chain',
    why: 'Every hop costs a round trip, and crawlers give up after a few.',
    fix: 'Link straight to the last address.',
    evidence: { label: 'Hop by hop', code: '301 /archive\n301 /blog/archive\n200 /blog/2019/archive' },
  },
  {
    depth: 4,
    path: '/team/history',
    severity: 'info',
    title: 'High crawl depth',
    why: 'Pages that take many clicks to reach are crawled seldom and read rarely.',
    fix: 'Link it from a page nearer to the start.',
    evidence: { label: 'Shortest way', code: '/ › /about › /team › /team/former › /team/history' },
  },
]
