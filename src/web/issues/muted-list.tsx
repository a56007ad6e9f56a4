/** The muted issues of a crawl, each with its reason and Unmute, and those of checks that are switched off. */
import { useInfiniteQuery } from '@tanstack/react-query'
import {
  type hiddenKinds,
  type SuppressedListResponse,
  type SuppressedResponse,
  websiteSettingsEndpoints,
} from '#shared/api/website-settings.ts'
import { ISSUES_PAGE_SIZE } from '#shared/constants.ts'
import { plainText } from '#shared/plain-text.ts'
import { SeverityBadge } from '../components/badge.tsx'
import { Button } from '../components/button.tsx'
import { CrawledText } from '../components/crawled-text.tsx'
import { LoadingState } from '../components/fetch-states.tsx'
import { formatNumber } from '../components/format.ts'
import { ListExportMenu } from '../components/list-export-menu.tsx'
import { ErrorState } from '../components/states.tsx'
import { UrlText } from '../components/url-text.tsx'
import { callApi, fetchFailure, serverMessage } from '../queries/api-client.ts'
import { useRemoveMutes, useSetCheck, useWebsiteSettings } from '../queries/website-settings.ts'

interface MutedListProps {
  websiteId: number
  crawlId: number
}

type HiddenKind = (typeof hiddenKinds)[number]

const looks: Record<HiddenKind, { title: string; none: string }> = {
  muted: { title: 'Muted', none: 'No issue is muted.' },
  'switched-off': { title: 'Checks that are switched off', none: 'No check that is switched off found an issue.' },
}

export function MutedList(crawl: MutedListProps) {
  return (
    <div className="space-y-6 px-5 py-5">
      <ListExportMenu
        size="small"
        list={{ websiteId: crawl.websiteId, part: 'muted', query: { crawl: crawl.crawlId } }}
        isEmpty={false}
      />
      <Part kind="muted" {...crawl} />
      <Part kind="switched-off" {...crawl} />
    </div>
  )
}

function Part({ kind, websiteId, crawlId }: MutedListProps & { kind: HiddenKind }) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['suppressed', websiteId, crawlId, kind],
    queryFn: ({ pageParam, signal }) =>
      callApi(websiteSettingsEndpoints.suppressedIssues, {
        id: websiteId,
        query: { crawl: crawlId, kind, offset: pageParam, limit: ISSUES_PAGE_SIZE },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const loaded = rowsOf(pages).length
      return last.issues.length > 0 && loaded < last.totalCount ? loaded : undefined
    },
    staleTime: 0,
  })
  const { title, none } = looks[kind]
  if (error && !data)
    return (
      <ErrorState
        message={fetchFailure('Failed to fetch the muted issues', error)}
        detail={serverMessage(error)}
        onRetry={() => void refetch()}
      />
    )
  if (!data) return <LoadingState message="Loading muted issues..." rows={3} className="px-0" />
  const rows = rowsOf(data.pages)
  const total = data.pages.at(-1)?.totalCount ?? rows.length
  return (
    <section>
      <h3 className="font-semibold text-ink-muted text-sm">
        {title} <span className="figures">({formatNumber(total)})</span>
      </h3>
      {rows.length === 0 ? (
        <p className="mt-2 text-ink-muted text-sm">{none}</p>
      ) : (
        <ul className="divide-y divide-line">
          {rows.map(issue => (
            <li key={issue.id} className="space-y-1 py-3 text-sm">
              <HiddenIssue issue={issue} websiteId={websiteId} />
            </li>
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button size="small" className="mt-2" isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Load more
        </Button>
      )}
    </section>
  )
}

function rowsOf(pages: readonly SuppressedListResponse[]): SuppressedResponse[] {
  return pages.flatMap(page => page.issues)
}

function HiddenIssue({ issue, websiteId }: { issue: SuppressedResponse; websiteId: number }) {
  const { severity, message, pageUrl, reason, muteId } = issue
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <SeverityBadge severity={severity} />
        <span className="min-w-0 break-words font-medium">
          <CrawledText text={message} />
        </span>
      </p>
      <UrlText url={pageUrl} hasActions={false} />
      <div className="flex flex-wrap items-center justify-between gap-2 pt-1">
        <p className="min-w-0 flex-1 basis-48 text-ink-muted [overflow-wrap:anywhere]">
          {reason === '' ? 'Switched off for this website' : `Reason: ${reason}`}
        </p>
        {muteId === null ? (
          <SwitchOn issue={issue} websiteId={websiteId} />
        ) : (
          <Unmute muteId={muteId} what={message} websiteId={websiteId} />
        )}
      </div>
    </>
  )
}

/** A mute may cover many issues; an older crawl may hold issues whose mute was removed. */
export function Unmute({ muteId, what, websiteId }: { muteId: number; what: string; websiteId: number }) {
  const { data: settings } = useWebsiteSettings(websiteId)
  const { mutate, isPending } = useRemoveMutes(websiteId)
  if (settings && !settings.mutes.some(mute => mute.id === muteId)) return null
  return (
    <Button
      size="small"
      aria-label={`Unmute: ${plainText(what)}`}
      isBusy={isPending}
      disabled={!settings}
      onClick={() => mutate([muteId])}
    >
      Unmute
    </Button>
  )
}

function SwitchOn({ issue, websiteId }: { issue: SuppressedResponse; websiteId: number }) {
  const { data: settings } = useWebsiteSettings(websiteId)
  const { mutate, isPending } = useSetCheck(websiteId)
  const setting = settings?.checks.find(check => check.checkId === issue.checkId)
  if (!setting?.isOff) return null
  return (
    <Button
      size="small"
      aria-label={`Switch on: ${issue.title}`}
      isBusy={isPending}
      onClick={() => mutate({ checkId: issue.checkId, isOff: false, severity: setting.severity })}
    >
      Switch on
    </Button>
  )
}
