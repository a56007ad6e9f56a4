/** "Since Last Crawl": new, fixed and unchanged findings, by severity, and pages added and removed. */

import { clsx } from 'clsx'
import { Check, Plus, RotateCw } from 'lucide-react'
import { type ComponentProps, Fragment, lazy, type ReactNode, Suspense } from 'react'
import type { CrawlChangesResponse } from '#shared/api/changes.ts'
import type { CrawlResultResponse } from '#shared/api/crawls.ts'
import { type FindingChange, type PageChange, pageChangeCounts, sumOfChanges } from '#shared/changes.ts'
import { type Severity, severities } from '#shared/model.ts'
import { hrefTo } from '#shared/routes.ts'
import { severityLooks } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { Card, CardContent, CardHeader, CardTitle } from '../../components/card.tsx'
import { FetchErrorState, Skeleton } from '../../components/fetch-states.tsx'
import { formatCount, formatDay, formatNumber } from '../../components/format.ts'
import { numberLinkLook } from '../../components/number-link.tsx'
import { Sheet } from '../../components/sheet.tsx'
import { useCrawlChanges } from '../../queries/changes.ts'
import { isCrawlActive, useCrawlAgain } from '../../queries/crawls.ts'
import { useActiveCrawl } from '../../queries/websites.ts'
import { changedSearch, pageNumber, useUrlState } from '../../state/url-state.ts'
import { type ChangedRows, changedRowsName, changedRowsOf, countOf, titleOf } from './changed-rows.ts'
import { AVAILABLE_LATER } from './health-card.tsx'

const ChangedList = lazy(() => import('./changed-list.tsx').then(part => ({ default: part.ChangedList })))

type Change = NonNullable<CrawlChangesResponse['change']>

interface ChangesCardProps {
  crawl: CrawlResultResponse | undefined
  /** Id of an earlier crawl as text, '' for the newest. */
  crawlText: string
}

export function ChangesCard({ crawl, crawlText }: ChangesCardProps) {
  return (
    <Card aria-label="Since Last Crawl" className="flex min-h-40 flex-col min-[1180px]:min-h-71">
      {crawl ? <Changes crawl={crawl} crawlText={crawlText} /> : <Frame startedAt={null}>{waiting}</Frame>}
    </Card>
  )
}

const waiting = <Skeleton className="h-40" />

function Frame({ startedAt, children }: { startedAt: string | null; children: ReactNode }) {
  return (
    <>
      <CardHeader className="pt-3.5 sm:pt-3.5">
        <CardTitle>Since Last Crawl</CardTitle>
        {startedAt !== null && <p className="figures text-[0.8125rem] text-ink-muted">{formatDay(startedAt)}</p>}
      </CardHeader>
      <CardContent className="flex flex-1 flex-col gap-2 pt-3 sm:pt-3">{children}</CardContent>
    </>
  )
}

function Changes({ crawl, crawlText }: { crawl: CrawlResultResponse; crawlText: string }) {
  const isRunning = isCrawlActive(crawl)
  const changes = useCrawlChanges({ ...crawl, isComplete: !isRunning })
  if (isRunning)
    return (
      <Frame startedAt={null}>
        <p className="font-semibold text-2xl">–</p>
        <p className="text-ink-muted text-sm">{AVAILABLE_LATER}</p>
      </Frame>
    )
  if (changes.error && !changes.data)
    return (
      <Frame startedAt={null}>
        <FetchErrorState what="Failed to fetch changes" error={changes.error} onRetry={() => void changes.refetch()} />
      </Frame>
    )
  if (!changes.data) return <Frame startedAt={null}>{waiting}</Frame>
  const { change } = changes.data
  if (!change)
    return (
      <Frame startedAt={null}>
        <p className="text-ink-muted text-sm">This is the first crawl. Changes appear after the next one.</p>
        <CrawlAgain crawl={crawl} />
      </Frame>
    )
  return (
    <Frame startedAt={change.earlierCrawl.startedAt}>
      <Totals crawl={crawl} crawlText={crawlText} change={change} />
      <BySeverity crawl={crawl} crawlText={crawlText} change={change} />
      <PageChanges change={change} />
      <OpenList crawl={crawl} change={change} />
    </Frame>
  )
}

function CrawlAgain({ crawl }: { crawl: CrawlResultResponse }) {
  const { website } = useActiveCrawl()
  const { repeat, isPending } = useCrawlAgain()
  return (
    <Button className="mt-2 self-start" isBusy={isPending} onClick={() => repeat({ ...crawl, website })}>
      {!isPending && <RotateCw aria-hidden />}
      {isPending ? 'Crawling...' : 'Crawl Again'}
    </Button>
  )
}

interface ComparedProps {
  crawl: CrawlResultResponse
  crawlText: string
  change: Change
}

/** New and unchanged findings are those of this crawl. */
function findingsHref({ crawl, crawlText }: ComparedProps, kind: FindingChange, severity?: Severity): string {
  return hrefTo('errors', crawl.websiteId, { change: kind, severity, crawl: crawlText })
}

function fixedRows(severity?: Severity): ChangedRows {
  return { kind: 'issues', absence: 'fixed', severity }
}

function Totals(compared: ComparedProps) {
  const { bySeverity } = compared.change
  return (
    <div className="grid grid-cols-3 gap-2">
      <Total
        name="new"
        count={sumOfChanges(bySeverity, 'new')}
        tone="text-warning"
        icon={<Plus aria-hidden className="size-4" />}
        link={{ href: findingsHref(compared, 'new') }}
      />
      <Total
        name="fixed"
        count={countOf(fixedRows(), compared.change)}
        tone="text-success"
        icon={<Check aria-hidden className="size-4" />}
        link={useListLink(fixedRows())}
      />
      <Total
        name="unchanged"
        count={sumOfChanges(bySeverity, 'unchanged')}
        tone="text-ink"
        link={{ href: findingsHref(compared, 'unchanged') }}
      />
    </div>
  )
}

interface TotalProps {
  name: string
  count: number
  tone: string
  icon?: ReactNode
  link: ListLink
}

function Total({ name, count, tone, icon, link }: TotalProps) {
  const frame = 'block rounded-control border border-line px-2.5 py-1'
  const content = (
    <>
      <span
        className={clsx(
          'figures flex items-center gap-0.5 text-[1.0625rem] leading-6',
          count === 0 ? 'text-ink-muted' : ['font-semibold', tone],
        )}
      >
        {count > 0 && icon}
        {formatNumber(count)}
      </span>
      <span className="block text-ink-muted text-xs">{name}</span>
    </>
  )
  if (count === 0) return <span className={frame}>{content}</span>
  return (
    <a {...link} className={clsx(frame, 'transition-colors hover:border-accent')}>
      {content}
    </a>
  )
}

const severityNames: Record<Severity, string> = { error: 'Errors', warning: 'Warnings', info: 'Infos' }

function BySeverity(compared: ComparedProps) {
  return (
    <table className="figures w-full text-[0.8125rem]">
      <caption className="sr-only">New and fixed issues by severity</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">Severity</th>
          <th scope="col">New</th>
          <th scope="col">Fixed</th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {severities.map(severity => (
          <SeverityRow key={severity} severity={severity} compared={compared} />
        ))}
      </tbody>
    </table>
  )
}

function SeverityRow({ severity, compared }: { severity: Severity; compared: ComparedProps }) {
  const { icon: Icon, text } = severityLooks[severity]
  const { new: added, fixed } = compared.change.bySeverity[severity]
  const fixedLink = useListLink(fixedRows(severity))
  return (
    <tr>
      <th scope="row" className="py-1 text-left font-normal">
        <Icon aria-hidden className={clsx('mr-1.5 inline size-4', text)} />
        {severityNames[severity]}
      </th>
      <td className="py-1 text-right">
        <CountLink count={added} link={{ href: findingsHref(compared, 'new', severity) }}>
          {formatNumber(added)} new
        </CountLink>
      </td>
      <td className="py-1 text-right">
        <CountLink count={fixed} link={fixedLink}>
          {formatNumber(fixed)} fixed
        </CountLink>
      </td>
    </tr>
  )
}

const pageChangeWords: Record<PageChange, [none: string, some: string]> = {
  added: ['none added', 'added'],
  removed: ['none removed', 'removed'],
  moved: ['', 'moved'],
  redirected: ['', 'redirected'],
  'not-crawled': ['', 'not crawled this time'],
}

function PageChanges({ change }: { change: Change }) {
  return (
    <p className="figures mt-auto border-line border-t pt-2 text-[0.8125rem] text-ink-muted">
      Pages: <PageCount kind="added" change={change} />
      {', '}
      <PageCount kind="removed" change={change} />
      {(['moved', 'redirected', 'not-crawled'] as const).map(
        kind =>
          change.pages[pageChangeCounts[kind]] > 0 && (
            <Fragment key={kind}>
              {', '}
              <PageCount kind={kind} change={change} />
            </Fragment>
          ),
      )}
      .
    </p>
  )
}

function PageCount({ kind, change }: { kind: PageChange; change: Change }) {
  const rows: ChangedRows = { kind: 'pages', change: kind }
  const link = useListLink(rows)
  const count = countOf(rows, change)
  const [none, some] = pageChangeWords[kind]
  return (
    <CountLink count={count} link={link}>
      {count === 0 ? none : `${formatNumber(count)} ${some}`}
    </CountLink>
  )
}

function CountLink({ count, link, children }: { count: number; link: ListLink; children: ReactNode }) {
  if (count === 0) return <span className="text-ink-muted">{children}</span>
  return (
    <a {...link} className={clsx('text-ink', numberLinkLook)}>
      {children}
    </a>
  )
}

type ListLink = Pick<ComponentProps<'a'>, 'href' | 'onClick'>

const urlDefaults = { changes: '', changesPage: '1' }

/** Opens the list beside the dashboard; another tab or window opens it with the document. */
function useListLink(rows: ChangedRows): ListLink {
  const [, changeUrl] = useUrlState(urlDefaults)
  const change = { changes: changedRowsName(rows), changesPage: '1' }
  return {
    href: `${location.pathname}${changedSearch(location.search, { defaults: urlDefaults, change })}`,
    onClick: event => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      changeUrl(change)
    },
  }
}

/** The list that the URL names. */
function OpenList({ crawl: { websiteId, crawlId }, change }: Omit<ComparedProps, 'crawlText'>) {
  const [{ changes, changesPage }, changeUrl] = useUrlState(urlDefaults)
  const rows = changedRowsOf(changes)
  const count = rows ? countOf(rows, change) : 0
  return (
    <Sheet
      isOpen={rows !== null}
      onOpen={() => changeUrl(urlDefaults)}
      title={rows ? titleOf(rows) : ''}
      description={rows && formatCount(count, rows.kind === 'pages' ? 'page' : 'issue')}
    >
      {rows && (
        <Suspense fallback={null}>
          <ChangedList
            websiteId={websiteId}
            crawlId={crawlId}
            change={change}
            rows={rows}
            page={pageNumber(changesPage)}
            onPage={page => changeUrl({ changesPage: String(page) })}
          />
        </Suspense>
      )}
    </Sheet>
  )
}
