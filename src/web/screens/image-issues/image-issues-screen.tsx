/** "Image Issues": images with problems, with their pages, sizes and alt texts. */
import { Image } from 'lucide-react'
import type { CrawlResultResponse } from '#shared/api/crawls.ts'
import type { IssueResponse } from '#shared/api/issues.ts'
import { CrawledText } from '../../components/crawled-text.tsx'
import { formatCount } from '../../components/format.ts'
import { NoSelectedWebsite } from '../../components/no-website.tsx'
import type { IssueLinks } from '../../issues/issue-links.ts'
import { IssueReport } from '../../issues/issue-report.tsx'
import { IssueScreen } from '../../issues/issue-screen.tsx'
import { NoIssues } from '../../issues/no-issues.tsx'
import { imageIssueTypes } from './image-issue-facts.ts'
import { ImageIssuesTable } from './image-issues-table.tsx'

const scope = { types: imageIssueTypes }

export function ImageIssuesScreen() {
  return (
    <IssueScreen
      title="Image Issues"
      describe={found}
      empty={<NoSelectedWebsite see="what is wrong with its images" />}
      list={place => (
        <IssueReport
          {...place}
          label="Image issues"
          scope={scope}
          table={ImageIssuesTable}
          view={pageOf}
          none={
            <NoIssues
              crawl={place.crawl}
              title="No image issues found"
              icon={Image}
              whileRunning="The crawl is running. Images are checked with their pages; image files are checked after the pages."
              whenNone="Every image of this crawl loads, is of a fair size, and has the alt text that it needs."
            />
          }
          noMatch="No image issue of this crawl matches the filters."
        />
      )}
    />
  )
}

/** On other screens the view action links to this screen; here it links to the page with the image. */
function pageOf({ url, sourceUrl }: IssueResponse, links: IssueLinks): string {
  return links.page(sourceUrl ?? url)
}

function found({ issueTypes, url }: CrawlResultResponse) {
  const count = issueTypes
    .filter(({ type }) => imageIssueTypes.some(own => own === type))
    .reduce((sum, { count }) => sum + count, 0)
  return (
    <p className="figures break-words">
      {formatCount(count, 'image issue')} on <CrawledText text={url} dir="ltr" />
    </p>
  )
}
