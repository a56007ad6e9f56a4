/** "Segments": the named parts of a website, each with its score, pages and findings, and how its score has changed. */
import { Shapes } from 'lucide-react'
import { hrefTo, idNumber } from '#shared/routes.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { FetchErrorState, LoadingState } from '../../components/fetch-states.tsx'
import { NoSelectedWebsite } from '../../components/no-website.tsx'
import { EmptyState } from '../../components/states.tsx'
import { IssueScreen, type IssueScreenCrawl } from '../../issues/issue-screen.tsx'
import { useSegmentFigures } from '../../queries/segments.ts'
import { useMay } from '../../sharing/shown.ts'
import { SegmentTable } from './segment-table.tsx'

const WAITING = 'Loading segments...'

export function SegmentsScreen() {
  return (
    <IssueScreen
      title="Segments"
      describe={() => <p>Parts of the website, each with a health score of its own pages</p>}
      action={({ websiteId }) => <EditSegments websiteId={websiteId} label="Edit segments" />}
      empty={<NoSelectedWebsite see="its parts, each with a score" />}
      waitingText={WAITING}
      list={place => <Content {...place} />}
      hasOwnCards
    />
  )
}

function EditSegments({ websiteId, label }: { websiteId: number; label: string }) {
  const mayEdit = useMay('edit')
  if (!mayEdit) return null
  return <Button href={hrefTo('projects', null, { data: websiteId, tab: 'segments' })}>{label}</Button>
}

function Content({ websiteId, crawlText }: IssueScreenCrawl) {
  const { data, error, refetch } = useSegmentFigures(websiteId, { crawlId: idNumber(crawlText) })
  return (
    <Card className={data ? '' : 'min-h-[80dvh]'}>
      {data ? (
        data.segments.length === 0 ? (
          <EmptyState
            icon={Shapes}
            title="No segments yet"
            description="A segment is a named part of the website, such as its blog, its shop or its pages in one language."
            action={<EditSegments websiteId={websiteId} label="Add a segment" />}
          />
        ) : (
          <SegmentTable segments={data.segments} websiteId={websiteId} crawlText={crawlText} />
        )
      ) : error ? (
        <FetchErrorState what="Failed to fetch the segments" error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingState message={WAITING} rows={10} />
      )}
    </Card>
  )
}
