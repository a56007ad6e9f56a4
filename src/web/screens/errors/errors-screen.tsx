/** "Issues & Errors Overview": every issue of a crawl with its evidence, filtered by the server. */
import type { CrawlResultResponse } from '#shared/api/crawls.ts'
import { hrefTo } from '#shared/routes.ts'
import { Button } from '../../components/button.tsx'
import { CrawledText } from '../../components/crawled-text.tsx'
import { formatNumber } from '../../components/format.ts'
import { EmptyState } from '../../components/states.tsx'
import { IssueReport } from '../../issues/issue-report.tsx'
import { IssueScreen, type IssueScreenCrawl } from '../../issues/issue-screen.tsx'
import { NoIssues } from '../../issues/no-issues.tsx'

export function ErrorsScreen() {
  return (
    <IssueScreen
      title="Issues & Errors Overview"
      describe={found}
      empty={
        <EmptyState
          title="No issues found"
          description="Select a website to view issues"
          action={
            <Button href={hrefTo('landing')} variant="primary">
              Crawl a website
            </Button>
          }
        />
      }
      list={crawl => <Issues {...crawl} />}
    />
  )
}

function found({ errorCount, warningCount, infoCount, pagesCrawled, url }: CrawlResultResponse) {
  return (
    <p className="figures break-words">
      Found {formatNumber(errorCount + warningCount + infoCount)} issues from crawling {formatNumber(pagesCrawled)}{' '}
      pages of <CrawledText text={url} dir="ltr" />
    </p>
  )
}

const wholeCrawl = {}

function Issues(of: IssueScreenCrawl) {
  return (
    <IssueReport
      {...of}
      label="Issues"
      scope={wholeCrawl}
      none={<NoIssues crawl={of.crawl} />}
      noMatch="No issue of this crawl matches the filters."
    />
  )
}
