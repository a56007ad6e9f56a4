/** "Redirects": every problematic redirect hop by hop, with the pages that link to it. */
import { CornerUpRight } from 'lucide-react'
import type { CrawlResultResponse } from '#shared/api/crawls.ts'
import type { IssueResponse } from '#shared/api/issues.ts'
import { CrawledText } from '../../components/crawled-text.tsx'
import { formatCount } from '../../components/format.ts'
import { NoSelectedWebsite } from '../../components/no-website.tsx'
import type { IssueLinks } from '../../issues/issue-links.ts'
import { IssueReport } from '../../issues/issue-report.tsx'
import { IssueScreen } from '../../issues/issue-screen.tsx'
import { typesContaining } from '../../issues/issue-type-label.ts'
import { NoIssues } from '../../issues/no-issues.tsx'
import { RedirectsTable } from './redirects-table.tsx'

const scope = { types: typesContaining('redirect') }

export function RedirectsScreen() {
  return (
    <IssueScreen
      title="Redirects"
      describe={found}
      empty={<NoSelectedWebsite see="its redirects" />}
      list={place => (
        <IssueReport
          {...place}
          label="Redirect issues"
          scope={scope}
          table={RedirectsTable}
          view={pageOf}
          none={
            <NoIssues
              crawl={place.crawl}
              icon={CornerUpRight}
              whileRunning="The crawl is running. Redirects are checked after its pages."
              whenNone="No redirect of this crawl is a detour, a chain, a loop, or ends in an error."
            />
          }
          noMatch="No redirect issue of this crawl matches the filters."
        />
      )}
    />
  )
}

/** On other screens the view action links to this screen; here it links to the page with the link. */
function pageOf({ url, sourceUrl }: IssueResponse, links: IssueLinks): string {
  return links.page(sourceUrl ?? url)
}

function found({ overview, url }: CrawlResultResponse) {
  return (
    <p className="figures break-words">
      {formatCount(overview.redirects, 'redirect issue')} on <CrawledText text={url} dir="ltr" />
    </p>
  )
}
