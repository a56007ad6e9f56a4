/** "Visits": who requested what, by access logs and exports that the user brings, joined to the crawl. */

import { ChartNoAxesColumn } from 'lucide-react'
import type { VisitsResponse } from '#shared/api/visits.ts'
import { idNumber } from '#shared/routes.ts'
import { Card } from '../../components/card.tsx'
import { CrawledText } from '../../components/crawled-text.tsx'
import { FetchedCards } from '../../components/fetch-states.tsx'
import { formatCount } from '../../components/format.ts'
import { NoSelectedWebsite } from '../../components/no-website.tsx'
import { EmptyState } from '../../components/states.tsx'
import { originOf } from '../../components/url-text.tsx'
import { IssueScreen, type IssueScreenCrawl } from '../../issues/issue-screen.tsx'
import { useVisits } from '../../queries/visits.ts'
import { useAuth } from '../../state/signed-in-user.ts'
import { BotsCard } from './bots-card.tsx'
import { FilesCard } from './files-card.tsx'
import { VisitCards } from './visit-cards.tsx'
import { VisitTable } from './visit-table.tsx'

const WAITING = 'Loading visits...'

export function VisitsScreen() {
  return (
    <IssueScreen
      title="Visits"
      describe={({ url }) => (
        <p className="break-words">
          People, search engines and AI bots on <CrawledText text={url} dir="ltr" />
        </p>
      )}
      empty={<NoSelectedWebsite see="who visits its pages" />}
      waitingText={WAITING}
      list={place => <Content {...place} />}
      hasOwnCards
    />
  )
}

function Content({ websiteId, crawl, crawlText }: IssueScreenCrawl) {
  const { user } = useAuth()
  const visits = useVisits(websiteId, idNumber(crawlText) ?? undefined)
  return (
    <FetchedCards query={visits} what="Failed to fetch the visits" message={WAITING} rows={10}>
      {data => (
        <div className="grid gap-4">
          <FilesCard visits={data} websiteId={websiteId} mayAdd={user !== null} />
          <Figures {...{ visits: data, websiteId, crawlText }} origin={originOf(crawl?.url)} />
        </div>
      )}
    </FetchedCards>
  )
}

interface FiguresProps {
  visits: VisitsResponse
  websiteId: number
  crawlText: string
  /** Of the website; it stands in the title of the screen. */
  origin: string | undefined
}

function Figures({ visits, websiteId, crawlText, origin }: FiguresProps) {
  const { totals, imports } = visits
  if (imports.length === 0) return null
  if (totals === null)
    return (
      <Card>
        <EmptyState
          icon={ChartNoAxesColumn}
          title="Available when the crawl is complete"
          description={`${formatCount(imports.length, 'file')} will be joined to its pages then.`}
        />
      </Card>
    )
  return (
    <>
      <VisitCards {...{ visits, totals, websiteId, crawlText }} />
      {visits.bots.length > 0 && <BotsCard bots={visits.bots} people={visits.people} />}
      <VisitTable {...{ visits, totals, websiteId, crawlText, origin }} />
    </>
  )
}
