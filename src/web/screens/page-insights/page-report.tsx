/** What is known about one URL, in tabs; the chosen tab is in the query string. */

import { lazy, type ReactNode, Suspense, useMemo } from 'react'
import type { CrawlResultResponse } from '#shared/api/crawls.ts'
import type { PageDetailResponse } from '#shared/api/page-details.ts'
import { idNumber } from '#shared/routes.ts'
import { Card } from '../../components/card.tsx'
import { FetchErrorState, LoadingState } from '../../components/fetch-states.tsx'
import { formatNumber } from '../../components/format.ts'
import { Tab, TabList, TabPanel, Tabs } from '../../components/tabs.tsx'
import { issueLinks } from '../../issues/issue-links.ts'
import { useIssues } from '../../queries/issues.ts'
import { type PageOfCrawl, usePageDetail } from '../../queries/page-detail.ts'
import { useUrlState } from '../../state/url-state.ts'
import { PageHead } from './page-head.tsx'
import { UnknownPage } from './unknown-page.tsx'

const Overview = lazy(() => import('./overview.tsx').then(part => ({ default: part.Overview })))
const PageIssues = lazy(() => import('./page-issues.tsx').then(part => ({ default: part.PageIssues })))
const PageLinksPanel = lazy(() => import('./page-links-panel.tsx').then(part => ({ default: part.PageLinksPanel })))
const ImagesTable = lazy(() => import('./images-table.tsx').then(part => ({ default: part.ImagesTable })))
const StructuredData = lazy(() => import('./structured-data.tsx').then(part => ({ default: part.StructuredData })))
const HeadersTable = lazy(() => import('./headers-table.tsx').then(part => ({ default: part.HeadersTable })))

interface PageReportProps {
  page: PageOfCrawl
  crawl: CrawlResultResponse
  /** Id of an earlier crawl as text, '' for the newest. */
  crawlText: string
  onAnalyze: (url: string) => void
}

export function PageReport({ page, crawl, crawlText, onAnalyze }: PageReportProps) {
  const { data: detail, error, refetch } = usePageDetail(page)
  if (error && !detail)
    return (
      <Card>
        <FetchErrorState what="Failed to fetch page" error={error} onRetry={() => void refetch()} />
      </Card>
    )
  if (!detail)
    return (
      <Card>
        <LoadingState message="Loading page..." rows={24} />
      </Card>
    )
  if (!detail.page && !detail.response)
    return <UnknownPage detail={detail} crawl={crawl} crawlText={crawlText} onAnalyze={onAnalyze} />
  return <KnownPage page={page} detail={detail} crawl={crawl} crawlText={crawlText} />
}

interface KnownPageProps {
  page: PageOfCrawl
  detail: PageDetailResponse
  crawl: CrawlResultResponse
  crawlText: string
}

const tabNames = ['overview', 'issues', 'links-in', 'links-out', 'images', 'structured-data', 'headers'] as const
type TabName = (typeof tabNames)[number]

const urlDefaults = { tab: 'overview', issue: '', page: '1', group: '' }

function KnownPage({ page, detail, crawl, crawlText }: KnownPageProps) {
  const [{ tab }, changeUrl] = useUrlState(urlDefaults)
  const { websiteId, url } = page
  const filter = { url, crawl: idNumber(crawlText) ?? undefined }
  const issues = useIssues(websiteId, filter)
  const links = useMemo(() => issueLinks({ websiteId, crawl: crawlText }), [websiteId, crawlText])
  const { facts } = detail
  const counts: Record<TabName, number | null> = {
    overview: null,
    issues: issues.data ? issues.totalCount : null,
    'links-in': detail.page?.inlinkCount ?? null,
    'links-out': detail.page?.linkCount ?? null,
    images: facts?.images.total ?? null,
    'structured-data': facts?.structuredData.total ?? null,
    headers: null,
  }
  // The other tabs need HTML.
  const shown = tabNames.filter(name => facts || ['overview', 'issues', 'links-in'].includes(name))
  const chosen = shown.find(name => name === tab) ?? 'overview'
  return (
    <Card aria-label="Insights">
      <PageHead detail={detail} crawlText={crawlText} websiteId={websiteId} />
      <Tabs value={chosen} onValueChange={value => changeUrl({ tab: value, issue: '', page: '1', group: '' })}>
        <TabList aria-label="Insights" className="px-2 sm:px-3">
          {shown.map(name => (
            <Tab key={name} value={name}>
              {tabLabels[name]}
              {counts[name] !== null && (
                <span className="figures ml-1.5 font-normal text-ink-muted">{formatNumber(counts[name])}</span>
              )}
            </Tab>
          ))}
        </TabList>
        <Panel name="overview">
          <Overview detail={detail} pageHref={links.page} />
        </Panel>
        <Panel name="issues">
          <PageIssues websiteId={websiteId} filter={filter} query={issues} links={links} crawl={crawl} />
        </Panel>
        <Panel name="links-in">
          <PageLinksPanel page={page} direction="in" usualGroup={detail.page ? 'pages' : 'all'} pageHref={links.page} />
        </Panel>
        {facts && (
          <>
            <Panel name="links-out">
              <PageLinksPanel page={page} direction="out" usualGroup="all" pageHref={links.page} />
            </Panel>
            <Panel name="images">
              <ImagesTable images={facts.images} websiteId={websiteId} crawlId={page.crawlId} />
            </Panel>
            <Panel name="structured-data">
              <StructuredData facts={facts} />
            </Panel>
            <Panel name="headers">
              <HeadersTable facts={facts} />
            </Panel>
          </>
        )}
      </Tabs>
    </Card>
  )
}

const tabLabels: Record<TabName, string> = {
  overview: 'Overview',
  issues: 'Issues',
  'links-in': 'Links in',
  'links-out': 'Links out',
  images: 'Images',
  'structured-data': 'Structured data',
  headers: 'Headers',
}

/** Its content is loaded when the tab is first opened. */
function Panel({ name, children }: { name: TabName; children: ReactNode }) {
  return (
    <TabPanel value={name} className="pt-0">
      <Suspense fallback={<div className="min-h-[60dvh]" />}>{children}</Suspense>
    </TabPanel>
  )
}
