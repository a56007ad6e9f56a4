/** The issues of the page, each with its panel. */
import type { CrawlResultResponse } from '#shared/api/crawls.ts'
import { ListExportMenu } from '../../components/list-export-menu.tsx'
import type { IssueLinks } from '../../issues/issue-links.ts'
import { IssueList, type IssueListQuery } from '../../issues/issue-list.tsx'
import { NoIssues } from '../../issues/no-issues.tsx'
import type { IssueFilter } from '../../queries/issues.ts'

interface PageIssuesProps {
  websiteId: number
  /** The filter of the list and of its export. */
  filter: IssueFilter
  query: IssueListQuery
  links: IssueLinks
  crawl: CrawlResultResponse
}

export function PageIssues({ websiteId, filter, query, links, crawl }: PageIssuesProps) {
  return (
    <IssueList
      label="Issues of this page"
      query={query}
      links={links}
      moreLabel="Load more issues"
      footer={
        <ListExportMenu size="small" list={{ websiteId, part: 'issues', query: { ...filter } }} isEmpty={false} />
      }
      empty={<NoIssues crawl={crawl} whenNone="No issues were detected on this page." />}
    />
  )
}
