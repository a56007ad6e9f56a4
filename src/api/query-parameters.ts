import { exportParts } from '#report/export/export-parts.ts'
import type { EndpointName } from '#shared/api/endpoints.ts'
import type { StreamName } from '#shared/api/streams.ts'
import { hiddenKinds } from '#shared/api/website-settings.ts'
import { ISSUES_PAGE_SIZE } from '#shared/constants.ts'
import { issueCategories, issueTypes, severities } from '#shared/model.ts'
import { linkGroups } from '#shared/page-detail.ts'
import { pageSpeedDevices } from '#shared/page-speed.ts'
import { address, choice, choices, flag, ids, type ParameterTable, text, whole } from './query.ts'

const MAX_OFFSET = 1e9
const MAX_ISSUES_PER_ANSWER = 1_000
/** Rows of one answer, asked for or not: far above what the default crawl limits give, and still sent within a second. */
export const MAX_PAGES_PER_ANSWER = 10_000
export const LINKS_PER_ANSWER_DEFAULT = 50
const MAX_LINKS_PER_ANSWER = 100
const MAX_CRAWL_ID = 1e15 - 1
const MAX_ISSUE_ID = 1e15 - 1
export const PAGES_PER_ISSUE_DEFAULT = 3
/** As many as an index of sitemaps may name. */
const MAX_SITEMAP_PARTS = 50_000

const crawl = whole({
  about: 'Id of an earlier crawl of this website; without it, the newest is meant.',
  min: 1,
  max: MAX_CRAWL_ID,
})
const offset = whole({ about: 'How many rows of the list to leave out.', min: 0, max: MAX_OFFSET })
/** Of a list of issues. */
const issuesLimit = whole({
  about: 'How many rows to send at most.',
  min: 1,
  max: MAX_ISSUES_PER_ANSWER,
  fallback: ISSUES_PAGE_SIZE,
})

/** Which issues; the names are those of the screens' addresses. */
export const issueFilters = {
  type: choices({ about: 'Only issues of these types.', of: issueTypes }),
  severity: choice({ about: 'Only issues of this severity.', of: severities }),
  check: text({ about: 'Only issues of this check, by its id.' }),
  url: address({ about: 'Only what concerns this address: the page itself, the source, and any affected address.' }),
  search: text({ about: 'Only rows that hold this text, in any case.' }),
  category: choice({ about: 'Only issues of this slice of the donut.', of: issueCategories }),
} as const

/** Which rows of the pages list. */
export const pageFilters = {
  status: choice({ about: 'Only pages whose status is of this class.', of: ['2xx', '3xx', '4xx', '5xx'] }),
  search: text({ about: 'Only rows that hold this text, in any case.' }),
  url: address({ about: 'Only the page of this address.' }),
  passed: flag({ about: 'With true, only pages without an error or warning of their own.' }),
} as const

/** What is measured: as it may be typed, so that what is wrong with it is said in the words of the crawl form. */
const measured = {
  url: text({ about: 'Which address; it has to be given.' }),
  device: choice({ about: 'As which device the page is loaded.', of: pageSpeedDevices, fallback: 'mobile' }),
} as const

/** The issue that is asked about, by its id in that crawl. */
const issue = whole({ about: 'Which issue, by its id; it has to be given.', min: 1, max: MAX_ISSUE_ID })

/** What is read off the query of each row; a row without parameters is left out. */
export const queryParameters = {
  crawlResult: { crawl },
  clearCrawl: {
    after: choice({
      about: 'The page that showed it has been left: it is cleared later, unless the visitor returns.',
      of: ['departure'],
    }),
  },
  listPages: {
    crawl,
    offset,
    limit: whole({
      about: 'How many rows to send at most.',
      min: 1,
      max: MAX_PAGES_PER_ANSWER,
      fallback: MAX_PAGES_PER_ANSWER,
    }),
    issues: ids({
      about: 'Only the pages that these issues are about: the duplicates of a duplicate, else the affected ones.',
      max: MAX_ISSUE_ID,
      atMost: ISSUES_PAGE_SIZE,
    }),
    perIssue: whole({
      about: 'How many pages of each of `issues`, the one that it is shown under first.',
      min: 1,
      max: 20,
      fallback: PAGES_PER_ISSUE_DEFAULT,
    }),
    ...pageFilters,
  },
  pageDetail: { crawl, url: address({ about: 'Which address; it has to be given.' }) },
  pageLinks: {
    crawl,
    url: address({ about: 'Which address; it has to be given.' }),
    direction: choice({
      about: 'Links that lead to it, one row for each page that has some, or links that lead away from it.',
      of: ['in', 'out'],
      fallback: 'out',
    }),
    group: choice({
      about: 'Only links that lead to pages, or only those that name anything else, such as images and styles.',
      of: linkGroups,
      fallback: 'all',
    }),
    offset,
    limit: whole({
      about: 'How many rows to send at most.',
      min: 1,
      max: MAX_LINKS_PER_ANSWER,
      fallback: LINKS_PER_ANSWER_DEFAULT,
    }),
  },
  structure: { crawl },
  listIssues: {
    crawl,
    initial: flag({ about: 'The first rows, which are also sent without it.' }),
    limit: issuesLimit,
    offset,
    page: whole({
      about: 'Which page of `limit` rows, from 1; instead of offset.',
      min: 1,
      max: MAX_OFFSET / MAX_ISSUES_PER_ANSWER,
    }),
    ...issueFilters,
  },
  suppressedIssues: {
    crawl,
    kind: choice({
      about: 'Those that a mute keeps out of the report, or those of checks that are switched off.',
      of: hiddenKinds,
      fallback: 'muted',
    }),
    offset,
    limit: issuesLimit,
  },
  issueChecks: { crawl, issue },
  issueHistory: { crawl, issue },
  fixedIssues: {
    crawl,
    offset,
    limit: issuesLimit,
  },
  pageSpeed: {
    ...measured,
    refresh: flag({ about: 'With true, it is measured anew; otherwise a result of the last hour is answered again.' }),
  },
  pageSpeedProgress: measured,
  logout: { everywhere: flag({ about: 'Ends all sessions of the user, on all devices.' }) },
  diagnostics: { crawl },
  exportCrawl: {
    crawl,
    format: choice({ about: 'How it is written.', of: ['csv', 'json', 'junit', 'sarif'], fallback: 'csv' }),
    part: choice({
      about:
        'Which list, or the whole report. Without it, csv holds the issues and json the whole report. ' +
        'junit and sarif always hold the issues.',
      of: exportParts,
    }),
    bom: flag({ about: 'Begins CSV with a byte order mark, for spreadsheet programs that need it.' }),
    ...pageFilters,
    ...issueFilters,
  },
  sitemap: {
    crawl,
    part: whole({
      about: 'Which file of a sitemap that is divided, from 1; without it, the whole of it or its index.',
      min: 1,
      max: MAX_SITEMAP_PARTS,
    }),
    gzip: flag({ about: 'As a compressed file to keep.' }),
  },
  report: {
    crawl,
    format: choice({
      about: 'A PDF is printed by the Chromium of the server, where there is one.',
      of: ['html', 'pdf'],
      fallback: 'html',
    }),
    paper: choice({ about: 'Size of the pages of a PDF.', of: ['A4', 'Letter'], fallback: 'A4' }),
    download: flag({ about: 'As a file to keep; otherwise it is shown.' }),
  },
  thumbnail: {
    crawl,
    url: address({ about: 'Address of an image that pages of this crawl hold; it must be given.' }),
  },
} as const satisfies Partial<Record<EndpointName | StreamName, ParameterTable>>
