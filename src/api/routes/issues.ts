import { issueAnswer } from '#report/issue-list.ts'
import type { endpoints, IssueListAnswer } from '#shared/api.ts'
import { ISSUES_PAGE_SIZE } from '#shared/constants.ts'
import { AppError } from '#shared/errors.ts'
import { issueCategories, issueTypes, severities } from '#shared/model.ts'
import type { IssueQuery } from '#store/store.ts'
import type { Routes } from '../call.ts'
import { chosenCrawl } from '../own-crawl.ts'
import {
  addressParameter,
  choiceParameter,
  choicesParameter,
  flagParameter,
  textParameter,
  wholeParameter,
} from '../query.ts'
import type { RouteDeps } from './route-deps.ts'

const MAX_ISSUES_PER_ANSWER = 1_000
const MAX_OFFSET = 1e9

/** The issue list in every form of the specification, section 7; filters combine. A part beyond the end is empty. */
export function issueRoutes({ store }: RouteDeps): Pick<Routes<typeof endpoints>, 'listIssues'> {
  return {
    listIssues: async call => {
      const part = listPart(call.query)
      const filter = issueFilter(call.query)
      const crawl = await chosenCrawl(store, call)
      const [totalCount, rows] = await Promise.all([
        store.reading.countIssues(crawl.id, filter),
        store.reading.issues(crawl.id, { ...filter, ...part }),
      ])
      const issues = rows.map(row => issueAnswer(row, crawl))
      return { issues, totalCount, ...position(part, totalCount) }
    },
  }
}

interface ListPart {
  offset: number
  limit: number
}

/** `initial` names the part that is also given without parameters, so it only has to be well formed. */
function listPart(parameters: URLSearchParams): ListPart {
  flagParameter(parameters, 'initial')
  const limit = wholeParameter(parameters, 'limit', { min: 1, max: MAX_ISSUES_PER_ANSWER }) ?? ISSUES_PAGE_SIZE
  const offset = wholeParameter(parameters, 'offset', { min: 0, max: MAX_OFFSET })
  const page = wholeParameter(parameters, 'page', { min: 1, max: MAX_OFFSET / MAX_ISSUES_PER_ANSWER })
  if (offset !== undefined && page !== undefined) throw new AppError('bad-request', 'Give page or offset, not both')
  return { limit, offset: offset ?? ((page ?? 1) - 1) * limit }
}

function position(
  { offset, limit }: ListPart,
  totalCount: number,
): Pick<IssueListAnswer, 'hasMore' | 'currentPage' | 'pageCount'> {
  return {
    hasMore: offset + limit < totalCount,
    currentPage: Math.floor(offset / limit) + 1,
    pageCount: Math.ceil(totalCount / limit),
  }
}

function issueFilter(parameters: URLSearchParams): IssueQuery {
  const types = choicesParameter(parameters, 'type', issueTypes)
  const severity = choiceParameter(parameters, 'severity', severities)
  const checkId = textParameter(parameters, 'check')
  const url = addressParameter(parameters, 'url')
  const search = textParameter(parameters, 'search')
  const category = choiceParameter(parameters, 'category', issueCategories)
  return {
    ...(types && { types }),
    ...(severity && { severity }),
    ...(checkId && { checkId }),
    ...(url && { url }),
    ...(search && { search }),
    ...(category && { category }),
  }
}
