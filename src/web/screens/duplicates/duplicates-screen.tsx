/** "Duplicate Content": groups of duplicate pages, their members side by side, with the evidence. */
import { Copy } from 'lucide-react'
import type { CrawlResultResponse } from '#shared/api/crawls.ts'
import type { IssueResponse } from '#shared/api/issues.ts'
import { CrawledText } from '../../components/crawled-text.tsx'
import { formatCount, formatNumber } from '../../components/format.ts'
import { NoSelectedWebsite } from '../../components/no-website.tsx'
import type { IssueLinks } from '../../issues/issue-links.ts'
import { IssueReport } from '../../issues/issue-report.tsx'
import { IssueScreen } from '../../issues/issue-screen.tsx'
import { typesContaining } from '../../issues/issue-type-label.ts'
import { NoIssues } from '../../issues/no-issues.tsx'
import { DuplicatesTable } from './duplicates-table.tsx'
import { useIsWaitingForMembers } from './use-members.ts'

const scope = { types: typesContaining('duplicate') }

export function DuplicatesScreen() {
  return (
    <IssueScreen
      title="Duplicate Content"
      describe={found}
      empty={<NoSelectedWebsite see="its duplicate pages" />}
      list={place => (
        <IssueReport
          {...place}
          label="Duplicate content"
          scope={scope}
          table={DuplicatesTable}
          useIsWaiting={useIsWaitingForMembers}
          countText={(shown, total) => `Showing ${shown} of ${total} groups`}
          view={pageOf}
          none={
            <NoIssues
              crawl={place.crawl}
              icon={Copy}
              whileRunning="The crawl is running. Pages are compared after the last one has been visited."
              whenNone={place.crawl && noneText(place.crawl)}
            />
          }
          noMatch="No duplicates of this crawl match the filters."
        />
      )}
    />
  )
}

function noneText({ pagesChecked }: CrawlResultResponse): string {
  if (pagesChecked < 2)
    return `${pagesChecked === 0 ? 'No page' : 'Only one page'} could be checked, so no pages were compared.`
  return `No two of the ${formatNumber(pagesChecked)} checked pages have the same or nearly the same text. Pages with little text are not compared.`
}

/** On other screens the view action links to this screen; here it links to the page to keep. */
function pageOf({ url }: IssueResponse, links: IssueLinks): string {
  return links.page(url)
}

function found({ overview, url }: CrawlResultResponse) {
  return (
    <p className="figures break-words">
      {formatCount(overview.duplicates, 'group')} of duplicates on <CrawledText text={url} dir="ltr" />
    </p>
  )
}
