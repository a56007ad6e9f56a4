/** "Meta Data Issues": titles, descriptions, main headings and alt texts, with a menu for each kind. */
import type { CrawlResultResponse } from '#shared/api/crawls.ts'
import { hrefTo } from '#shared/routes.ts'
import { CrawledText } from '../../components/crawled-text.tsx'
import { formatCount } from '../../components/format.ts'
import { NoSelectedWebsite } from '../../components/no-website.tsx'
import { IssueScreen } from '../../issues/issue-screen.tsx'
import { useActiveCrawl } from '../../queries/websites.ts'
import { MetaDataIssues } from './meta-data-issues.tsx'

export function MetaDataScreen() {
  const { websiteId } = useActiveCrawl()
  return (
    <IssueScreen
      title="Meta Data Issues"
      back={{ href: hrefTo('dashboard', websiteId), label: 'Back to the dashboard' }}
      describe={found}
      empty={<NoSelectedWebsite see="what its titles, descriptions and headings lack" />}
      list={place => <MetaDataIssues {...place} />}
    />
  )
}

function found({ issueDistribution, url }: CrawlResultResponse) {
  return (
    <p className="figures break-words">
      {formatCount(issueDistribution.metaIssues, 'meta data issue')} on <CrawledText text={url} dir="ltr" />
    </p>
  )
}
