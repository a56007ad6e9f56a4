/** The seven tabs of the dashboard: six views of the issue list, and page speed. The chosen one is in the URL. */
import { Gauge } from 'lucide-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import type { CrawlResultResponse } from '#shared/api/crawls.ts'
import { dashboardIssueHref } from '#shared/issue-route.ts'
import { pageSpeedReportUrl } from '#shared/page-speed.ts'
import { hrefTo, idNumber, type ScreenName } from '#shared/routes.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { LoadingState } from '../../components/fetch-states.tsx'
import { ListExportMenu } from '../../components/list-export-menu.tsx'
import { EmptyState } from '../../components/states.tsx'
import { Tab, TabList, TabPanel, Tabs } from '../../components/tabs.tsx'
import { issueLinks } from '../../issues/issue-links.ts'
import { IssueList, type IssueListQuery } from '../../issues/issue-list.tsx'
import { typesContaining } from '../../issues/issue-type-label.ts'
import { NoIssues } from '../../issues/no-issues.tsx'
import { type IssueFilter, useIssues } from '../../queries/issues.ts'
import { useShared } from '../../sharing/shown.ts'
import { useBoot } from '../../state/boot.ts'
import { useUrlState } from '../../state/url-state.ts'

const PageSpeedTab = lazy(() =>
  import('./page-speed/page-speed-tab.tsx').then(part => ({ default: part.PageSpeedTab })),
)

interface IssueTabsProps {
  websiteId: number
  /** undefined while loading. */
  crawl: CrawlResultResponse | undefined
  /** Id of an earlier crawl as text, '' for the newest. */
  crawlText: string
  /** Of the website, whichever crawl is shown. */
  isCrawling: boolean
}

interface ListTab {
  value: string
  name: string
  filter: IssueFilter
  /** The whole report behind the tab. */
  report: { label: string; screen: Exclude<ScreenName, 'not-found'>; query?: Record<string, string> }
}

const typesWith = (word: string): IssueFilter => ({ type: typesContaining(word).join(',') })

const listTabs: readonly ListTab[] = [
  { value: 'overview', name: 'Overview', filter: {}, report: { label: 'View All Issues', screen: 'errors' } },
  {
    value: 'errors',
    name: 'Errors',
    filter: { severity: 'error' },
    report: { label: 'View All Errors', screen: 'errors', query: { severity: 'error' } },
  },
  {
    value: 'broken-links',
    name: 'Broken Links',
    filter: typesWith('broken'),
    report: { label: 'View All Broken Links', screen: 'broken-links' },
  },
  {
    value: 'meta-data',
    name: 'Meta Data',
    filter: typesWith('meta'),
    report: { label: 'View All Meta Data Issues', screen: 'meta-data' },
  },
  {
    value: 'redirects',
    name: 'Redirects',
    filter: typesWith('redirect'),
    report: { label: 'View All Redirects', screen: 'redirects' },
  },
  {
    value: 'duplicates',
    name: 'Duplicates',
    filter: typesWith('duplicate'),
    report: { label: 'View All Duplicates', screen: 'duplicates' },
  },
]

const PAGE_SPEED = 'page-speed'
const urlDefaults = { tab: 'overview', issue: '' }

export function IssueTabs(props: IssueTabsProps) {
  const [{ tab }, changeUrl] = useUrlState(urlDefaults)
  const shared = useShared()
  const isKnown = (tab === PAGE_SPEED && !shared) || listTabs.some(({ value }) => value === tab)
  return (
    <Card aria-label="Findings" className="mt-4">
      <Tabs value={isKnown ? tab : urlDefaults.tab} onValueChange={value => changeUrl({ tab: value, issue: '' })}>
        <TabList aria-label="Findings" className="px-2 pt-1 sm:px-3">
          {listTabs.map(({ value, name }) => (
            <Tab key={value} value={value}>
              {name}
            </Tab>
          ))}
          {!shared && <Tab value={PAGE_SPEED}>Page Speed</Tab>}
        </TabList>
        {listTabs.map(listTab => (
          <TabPanel key={listTab.value} value={listTab.value} className="pt-0">
            <IssueTab {...props} tab={listTab} />
          </TabPanel>
        ))}
        <TabPanel value={PAGE_SPEED} className="pt-0">
          <PageSpeed {...props} />
        </TabPanel>
      </Tabs>
    </Card>
  )
}

function IssueTab({ websiteId, crawl, crawlText, tab }: Omit<IssueTabsProps, 'isCrawling'> & { tab: ListTab }) {
  const listQuery = { ...tab.filter, crawl: idNumber(crawlText) ?? undefined }
  const query = useIssues(websiteId, listQuery)
  const shown = useFirstRows(query)
  const links = useMemo(() => issueLinks({ websiteId, crawl: crawlText }, dashboardIssueHref), [websiteId, crawlText])
  const { label, screen, query: reportQuery } = tab.report
  return (
    <IssueList
      label={tab.name}
      query={shown}
      loadingRows={LOADING_ROWS}
      links={links}
      moreLabel="Load More Issues"
      footer={
        <>
          <ListExportMenu size="small" list={{ websiteId, part: 'issues', query: listQuery }} isEmpty={false} />
          <Button size="small" href={hrefTo(screen, websiteId, { ...reportQuery, crawl: crawlText })}>
            {label}
          </Button>
        </>
      }
      empty={<NoIssues crawl={crawl} />}
    />
  )
}

/** Rows of a list before more are requested. */
const FIRST_ROWS = 8
/** As high as these rows. */
const LOADING_ROWS = 15

/** The list begins with a few of the rows of its first batch; the button for more shows the others, and then requests the next batch. */
function useFirstRows(query: IssueListQuery): IssueListQuery {
  const [areAllShown, setAllShown] = useState(false)
  if (areAllShown || query.issues.length <= FIRST_ROWS) return query
  return {
    ...query,
    issues: query.issues.slice(0, FIRST_ROWS),
    hasNextPage: true,
    fetchNextPage: () => {
      setAllShown(true)
      return Promise.resolve(query)
    },
  }
}

function PageSpeed({ crawl, crawlText, isCrawling }: IssueTabsProps) {
  const waiting = <LoadingState message="Loading page speed..." rows={8} />
  if (useBoot().measuresPageSpeed === false)
    return (
      <EmptyState
        icon={Gauge}
        title="Google PageSpeed Insights"
        description="Measuring page speed is switched off on this server. Google’s own report shows the scores of a public page."
        action={
          <Button href={pageSpeedReportUrl(crawl?.url ?? '')} target="_blank" rel="noopener noreferrer">
            Open the external report
          </Button>
        }
      />
    )
  if (!crawl) return waiting
  return (
    <Suspense fallback={waiting}>
      <PageSpeedTab crawl={crawl} crawlId={idNumber(crawlText)} isCrawling={isCrawling} />
    </Suspense>
  )
}
