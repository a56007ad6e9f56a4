/** "Readiness": what AI agents find on the website, and how each accessibility criterion was tested. Information, no findings of its own. */
import { useQuery } from '@tanstack/react-query'
import { readinessEndpoints } from '#shared/api/readiness.ts'
import { Card } from '../../components/card.tsx'
import { FetchErrorState, LoadingState } from '../../components/fetch-states.tsx'
import { NoSelectedWebsite } from '../../components/no-website.tsx'
import { IssueScreen, type IssueScreenCrawl } from '../../issues/issue-screen.tsx'
import { callApi } from '../../queries/api-client.ts'
import { idNumber } from '../../state/url-state.ts'
import { AgentsCard } from './agents-card.tsx'
import { CriteriaCard } from './criteria-card.tsx'

const WAITING = 'Loading readiness...'

export function ReadinessScreen() {
  return (
    <IssueScreen
      title="Readiness"
      describe={() => <p>For AI agents and for accessibility, by what the crawl has stored</p>}
      empty={<NoSelectedWebsite see="what AI agents find on it, and how its accessibility was tested" />}
      waitingText={WAITING}
      list={place => <Content {...place} />}
      hasOwnCards
    />
  )
}

function Content({ websiteId, crawlText }: IssueScreenCrawl) {
  const crawl = idNumber(crawlText) ?? undefined
  const { data, error, refetch } = useQuery({
    queryKey: ['pages', websiteId, 'readiness', { crawl }],
    queryFn: ({ signal }) => callApi(readinessEndpoints.readiness, { id: websiteId, query: { crawl }, signal }),
  })
  if (!data && error)
    return (
      <Card>
        <FetchErrorState what="Failed to fetch the readiness" error={error} onRetry={() => void refetch()} />
      </Card>
    )
  if (!data)
    return (
      <Card className="min-h-[80dvh]">
        <LoadingState message={WAITING} rows={10} />
      </Card>
    )
  return (
    <div className="grid gap-4">
      <AgentsCard agents={data.agents} {...{ websiteId, crawlText }} />
      <CriteriaCard criteria={data.accessibility} {...{ websiteId, crawlText }} />
    </div>
  )
}
