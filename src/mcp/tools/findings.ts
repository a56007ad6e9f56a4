import * as z from 'zod/mini'
import { changeEndpoints } from '#shared/api/changes.ts'
import { type CheckResponse, type CheckResultResponse, checkEndpoints } from '#shared/api/checks.ts'
import { type IssueResponse, issueEndpoints } from '#shared/api/issues.ts'
import { recheckEndpoints } from '#shared/api/rechecks.ts'
import { findingChanges } from '#shared/changes.ts'
import { AppError } from '#shared/errors.ts'
import { severities } from '#shared/model.ts'
import { isOwnCheckId } from '#shared/own-check.ts'
import { dataReply, listReply } from '../reply.ts'
import { READ_ONLY, type Tool, tool } from '../tool.ts'
import { checkId, crawlId, issueId, offset, ROWS_AT_ONCE, url, websiteId } from './inputs.ts'

const topFixes = tool({
  name: 'top_fixes',
  title: 'What to fix first',
  description:
    'The checks that found something, in the order in which to fix them: by what the health score gains, then by severity. Each with its issues, ' +
    'the pages affected and the points to gain. findings lists the issues of one.',
  input: z.strictObject({ websiteId, crawlId, offset }),
  annotations: READ_ONLY,
  async run({ websiteId: id, crawlId, offset }, { api, nonce }) {
    const { body } = await api.call(checkEndpoints.crawlChecks, { id, query: { crawl: crawlId } })
    const failed = body.filter(({ issueCount }) => issueCount > 0)
    const rows = failed.slice(offset, offset + ROWS_AT_ONCE).map(fixRow)
    return listReply(
      'Checks that found something, the best fix first.',
      { rows, offset, total: failed.length, hasMore: false },
      nonce,
    )
  },
})

function fixRow({ id, title, severity, issueCount, pageCount, gain, change }: CheckResultResponse): object {
  return { check: id, title, severity, issues: issueCount, pages: pageCount, gain, new: change?.new ?? null }
}

const findings = tool({
  name: 'findings',
  title: 'Findings of a check',
  description:
    'The findings of a crawl, the most severe first: of one check, of one severity, on one URL, or those that are new since the crawl before. ' +
    'finding has the evidence of one.',
  input: z.strictObject({
    websiteId,
    crawlId,
    check: z.exactOptional(checkId),
    severity: z.exactOptional(z.enum(severities)),
    url: z.exactOptional(url.check(z.describe('Only findings that concern this URL.'))),
    change: z.exactOptional(
      z.enum(findingChanges).check(z.describe('Only findings that are new since the crawl before, or that are not.')),
    ),
    offset,
  }),
  annotations: READ_ONLY,
  async run({ websiteId: id, crawlId, offset, ...filters }, { api, nonce }) {
    const query = { crawl: crawlId, ...filters, offset, limit: ROWS_AT_ONCE }
    const { body } = await api.call(issueEndpoints.listIssues, { id, query })
    const { totalCount: total, hasMore } = body
    return listReply(
      'Findings, the most severe first.',
      { rows: body.issues.map(findingRow), offset, total, hasMore },
      nonce,
    )
  },
})

/** One line of a list: what the finding is, not what proves it. */
export function findingRow({ id, checkId, severity, message, pageUrl, affectedCount, details }: IssueResponse): object {
  const { place } = details
  return { id, check: checkId, severity, message, url: pageUrl, pages: affectedCount, ...(place && { place }) }
}

const finding = tool({
  name: 'finding',
  title: 'One finding with its evidence',
  description:
    'Why one finding matters, how to fix it, and what proves it: elements with their path in the document and their line of the source, the part of the page that ' +
    'pages share, an example before and after, and the pages affected. `place` says whether the element is one of a template, such as header or footer. ' +
    'With pagesAfter, further affected pages.',
  input: z.strictObject({
    websiteId,
    issueId,
    crawlId,
    pagesAfter: z.exactOptional(
      url.check(z.describe('Only the affected pages after this one: the last URL of the part before.')),
    ),
  }),
  annotations: READ_ONLY,
  async run({ websiteId: id, issueId, crawlId, pagesAfter }, { api, nonce }) {
    const crawl = crawlId
    if (pagesAfter !== undefined) {
      const query = { crawl, issue: issueId, after: pagesAfter, limit: ROWS_AT_ONCE }
      const { body } = await api.call(issueEndpoints.issuePages, { id, query })
      return dataReply(`Further pages that finding ${issueId} affects, of ${body.totalCount} in all.`, body, nonce)
    }
    const { body } = await api.call(issueEndpoints.listIssues, { id, query: { crawl, ids: issueId, limit: 1 } })
    const [issue] = body.issues
    if (!issue)
      throw new AppError('not-found', 'There is no such finding: it may be fixed or muted, or of another crawl.')
    const { body: recheck } = await api.call(recheckEndpoints.issueChecks, { id, query: { crawl, issue: issueId } })
    const next = recheck.canCheckAgain
      ? 'When it is fixed, call check_again.'
      : 'Only a crawl of the whole website can check it again: call audit.'
    // What such a check says is of any length, and of whom the website is shared with.
    if (isOwnCheckId(issue.checkId)) {
      const { title, why, fix } = issue
      return dataReply(
        `A finding of a check that a user has written.\n${next}`,
        { title, why, fix, ...evidenceOf(issue) },
        nonce,
      )
    }
    return dataReply(`${explanation(issue)}\n${next}`, evidenceOf(issue), nonce)
  },
})

/** Of the catalogue, which no page has a part in. */
export function explanation({ title, why, fix }: Pick<CheckResponse, 'title' | 'why' | 'fix'>): string {
  return `${title}\nWhy it matters: ${why}\nHow to fix it: ${fix}`
}

function evidenceOf(issue: IssueResponse): object {
  const { details } = issue
  return {
    ...findingRow(issue),
    evidence: details.evidence,
    example: issue.example,
    sourceUrl: issue.sourceUrl,
    statusCode: details.statusCode,
    targetUrl: details.targetUrl,
    pageUrls: details.affectedUrls ?? details.duplicateUrls ?? issue.referringSources,
    images: details.imageData,
    notes: issue.note,
  }
}

const compare = tool({
  name: 'compare',
  title: 'Compare with the crawl before',
  description:
    'What changed since the crawl before: new, unchanged and fixed findings by severity, and pages added and removed. With list, the rows of one of these; ' +
    'new findings are listed by findings with change new.',
  input: z.strictObject({
    websiteId,
    crawlId,
    list: z.exactOptional(
      z
        .enum(['fixed', 'not-crawled', 'not-checked', 'pages-added', 'pages-removed'])
        .check(
          z.describe('Findings that are fixed, or gone because their pages were not crawled or not checked; or pages.'),
        ),
    ),
    offset,
  }),
  annotations: READ_ONLY,
  async run({ websiteId: id, crawlId: crawl, list, offset }, { api, nonce }) {
    const range = { crawl, offset, limit: ROWS_AT_ONCE }
    if (list === undefined) {
      const { body } = await api.call(changeEndpoints.crawlChanges, { id, query: { crawl } })
      const about = body.change
        ? 'Compared with the crawl before.'
        : 'There is no earlier complete crawl to compare with.'
      return dataReply(about, body, nonce)
    }
    if (list === 'pages-added' || list === 'pages-removed') {
      const query = { ...range, change: list === 'pages-added' ? 'added' : 'removed' }
      const { body } = await api.call(changeEndpoints.changedPages, { id, query })
      const rows = body.urls.map(pageUrl => ({ url: pageUrl }))
      return listReply('Pages that changed.', { rows, offset, total: body.totalCount, hasMore: body.hasMore }, nonce)
    }
    const { body } = await api.call(changeEndpoints.absentIssues, { id, query: { ...range, change: list } })
    const rows = body.issues.map(findingRow)
    return listReply(
      'Findings of the crawl before that this one does not have.',
      { rows, offset, total: body.totalCount, hasMore: body.hasMore },
      nonce,
    )
  },
})

export const findingTools: readonly Tool[] = [topFixes, findings, finding, compare]
