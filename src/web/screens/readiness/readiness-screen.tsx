/** "Readiness": what AI agents find on the website, and how each accessibility criterion was tested. Information, no findings of its own. */

import { useQuery } from '@tanstack/react-query'
import { readinessEndpoints } from '#shared/api/readiness.ts'
import { idNumber } from '#shared/routes.ts'
import { CrawledText } from '../../components/crawled-text.tsx'
import { FetchedCards } from '../../components/fetch-states.tsx'
import { NoSelectedWebsite } from '../../components/no-website.tsx'
import { originOf } from '../../components/url-text.tsx'
import { IssueScreen, type IssueScreenCrawl } from '../../issues/issue-screen.tsx'
import { callApi } from '../../queries/api-client.ts'
import { AgentsCard } from './agents-card.tsx'
import { CriteriaCard } from './criteria-card.tsx'

const WAITING = 'Loading readiness...'

export function ReadinessScreen() {
  return (
    <IssueScreen
      title="Readiness"
      describe={({ url }) => (
        <p className="break-words">
          AI agents and accessibility on <CrawledText text={url} dir="ltr" />
        </p>
      )}
      empty={<NoSelectedWebsite see="what AI agents find on it, and how its accessibility was tested" />}
      waitingText={WAITING}
      list={place => <Content {...place} />}
      hasOwnCards
    />
  )
}

function Content({ websiteId, crawl, crawlText }: IssueScreenCrawl) {
  const crawlId = idNumber(crawlText) ?? undefined
  const readiness = useQuery({
    queryKey: ['pages', websiteId, 'readiness', { crawl: crawlId }],
    queryFn: ({ signal }) =>
      callApi(readinessEndpoints.readiness, { id: websiteId, query: { crawl: crawlId }, signal }),
  })
  return (
    <FetchedCards query={readiness} what="Failed to fetch the readiness" message={WAITING} rows={10}>
      {({ agents, accessibility }) => (
        <div className="grid gap-4">
          <AgentsCard agents={agents} origin={originOf(crawl?.url)} {...{ websiteId, crawlText }} />
          <CriteriaCard criteria={accessibility} {...{ websiteId, crawlText }} />
        </div>
      )}
    </FetchedCards>
  )
}
