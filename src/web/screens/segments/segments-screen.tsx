/** "Segments": the named parts of a website, each with its score, pages and findings, and how its score has changed. */
import { Shapes } from 'lucide-react'
import { hrefTo, idNumber } from '#shared/routes.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { Fetched } from '../../components/fetch-states.tsx'
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
  const figures = useSegmentFigures(websiteId, { crawlId: idNumber(crawlText) })
  return (
    <Card className={figures.data ? '' : 'min-h-[80dvh]'}>
      <Fetched query={figures} what="Failed to fetch the segments" message={WAITING} rows={10}>
        {({ segments }) =>
          segments.length === 0 ? (
            <EmptyState
              icon={Shapes}
              title="No segments yet"
              description="A segment is a named part of the website, such as its blog, its shop or its pages in one language."
              action={<EditSegments websiteId={websiteId} label="Add a segment" />}
            />
          ) : (
            <SegmentTable segments={segments} websiteId={websiteId} crawlText={crawlText} />
          )
        }
      </Fetched>
    </Card>
  )
}
