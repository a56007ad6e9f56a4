/** "Issue Distribution": a donut of issue categories, each linked to its report. */
import type { CrawlResultResponse } from '#shared/api/crawls.ts'
import { CHART_COLOURS } from '#shared/constants.ts'
import type { IssueCategory } from '#shared/model.ts'
import { hrefTo, type ScreenName } from '#shared/routes.ts'
import { Card, CardContent, CardHeader, CardTitle } from '../../components/card.tsx'
import { Skeleton } from '../../components/fetch-states.tsx'
import { Donut } from './donut.tsx'

interface IssueDistributionCardProps {
  websiteId: number
  crawl: CrawlResultResponse | undefined
  /** Id of an earlier crawl as text, '' for the newest. */
  crawlText: string
}

interface Category {
  key: IssueCategory
  name: string
  screen: Exclude<ScreenName, 'not-found'>
  /** Where the screen lists more than the slice counts. */
  query?: Record<string, string>
}

const categories: readonly Category[] = [
  { key: 'brokenLinks', name: 'Broken Links', screen: 'broken-links' },
  { key: 'metaIssues', name: 'Meta Issues', screen: 'meta-data' },
  { key: 'redirects', name: 'Redirects', screen: 'redirects' },
  { key: 'duplicates', name: 'Duplicates', screen: 'duplicates' },
  // Issues of every severity.
  { key: 'other', name: 'Other Issues', screen: 'warnings', query: { category: 'other' } },
]

export function IssueDistributionCard({ websiteId, crawl, crawlText }: IssueDistributionCardProps) {
  return (
    <Card className="flex flex-col">
      <CardHeader>
        <CardTitle>Issue Distribution</CardTitle>
      </CardHeader>
      <CardContent className="flex min-h-62 flex-1 items-center justify-center">
        {crawl ? (
          <Donut
            totalLabel="Issues Found"
            entries={categories.map(({ key, name, screen, query }) => ({
              name,
              count: crawl.issueDistribution[key],
              colour: CHART_COLOURS[key],
              href: hrefTo(screen, websiteId, { ...query, crawl: crawlText }),
            }))}
          />
        ) : (
          <Skeleton className="size-52 rounded-full" />
        )}
      </CardContent>
    </Card>
  )
}
