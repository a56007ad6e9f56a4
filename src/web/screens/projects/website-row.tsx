/** One website: its URL, the state of its last crawl, its counts, and actions. */
import { clsx } from 'clsx'
import { ChevronDown, LoaderCircle, RotateCw } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import type { WebsiteResponse } from '#shared/api/websites.ts'
import type { CrawlStatus } from '#shared/model.ts'
import { plainText } from '#shared/plain-text.ts'
import { hrefTo } from '#shared/routes.ts'
import { allows } from '#shared/sharing.ts'
import { Badge, type BadgeTone } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { formatCount, formatDateTime, formatNumber } from '../../components/format.ts'
import { UrlText } from '../../components/url-text.tsx'
import { isCrawlActive, useCrawlAgain, useCrawlResult } from '../../queries/crawls.ts'
import { useAuth } from '../../state/signed-in-user.ts'
import { CrawlHistory } from './crawl-history.tsx'
import type { RemovalKind } from './remove-website-dialog.tsx'

interface WebsiteRowProps {
  website: WebsiteResponse
  onSettings: () => void
  onData: () => void
  onCredentials: () => void
  onShare: () => void
  onRemove: (kind: RemovalKind) => void
}

export function WebsiteRow({ website, onSettings, onData, onCredentials, onShare, onRemove }: WebsiteRowProps) {
  const { id, url } = website
  const [isHistoryShown, setHistoryShown] = useState(false)
  const historyId = useId()
  const isActive = isCrawlActive(website)
  // The crawl watch updates the counts of a running crawl in the list of websites.
  useCrawlResult(isActive ? id : null)
  const name = plainText(url)
  const { user } = useAuth()
  const isOwn = allows(website.role, 'own')
  const isEditor = allows(website.role, 'edit')
  return (
    <li className="p-4 sm:px-5">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-80">
          <h2 className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 text-base">
            <UrlText url={url} href={hrefTo('dashboard', id)} />
            <StatusBadge status={website.status} />
            {website.sharedBy !== null && (
              <Badge>
                Shared by {website.sharedBy}, {isEditor ? 'to edit' : 'to read'}
              </Badge>
            )}
          </h2>
          <p className="figures mt-0.5 text-ink-muted text-sm">
            {website.lastCrawled === null ? 'Not crawled yet' : `Crawled ${formatDateTime(website.lastCrawled)}`}
            {`, at most ${formatCount(website.crawlLimit, 'page')}`}
          </p>
          <Counts website={website} />
        </div>
        <div className="flex flex-wrap gap-2">
          <Button size="small" variant="primary" href={hrefTo('dashboard', id)} aria-label={`Open: ${name}`}>
            Open
          </Button>
          {isEditor && <CrawlAgain website={website} isActive={isActive} />}
          <Button
            size="small"
            aria-expanded={isHistoryShown}
            aria-controls={historyId}
            aria-label={`Crawls: ${name}`}
            onClick={() => setHistoryShown(!isHistoryShown)}
          >
            Crawls
            <ChevronDown aria-hidden className={clsx('transition-transform', isHistoryShown && 'rotate-180')} />
          </Button>
          {isEditor && (
            <Button size="small" aria-label={`Check settings: ${name}`} onClick={onSettings}>
              Check settings
            </Button>
          )}
          {isEditor && (
            <Button size="small" aria-label={`Fields and rules: ${name}`} onClick={onData}>
              Fields and rules
            </Button>
          )}
          {isOwn && user && (
            <Button size="small" aria-label={`Share: ${name}`} onClick={onShare}>
              Share
            </Button>
          )}
          {isOwn && website.options.hasCredentials && (
            <Button size="small" aria-label={`Credentials: ${name}`} onClick={onCredentials}>
              Credentials
            </Button>
          )}
          {isOwn && (
            <Button size="small" variant="ghost" aria-label={`Clear: ${name}`} onClick={() => onRemove('clear')}>
              Clear
            </Button>
          )}
          {!isOwn && (
            <Button size="small" variant="ghost" aria-label={`Leave: ${name}`} onClick={() => onRemove('leave')}>
              Leave
            </Button>
          )}
        </div>
      </div>
      <div id={historyId}>{isHistoryShown && <CrawlHistory websiteId={id} />}</div>
    </li>
  )
}

const statusLooks: Record<CrawlStatus, { word: string; tone: BadgeTone }> = {
  pending: { word: 'Pending', tone: 'neutral' },
  crawling: { word: 'Crawling', tone: 'accent' },
  paused: { word: 'Paused', tone: 'warning' },
  complete: { word: 'Complete', tone: 'success' },
}

function StatusBadge({ status }: { status: CrawlStatus }) {
  const { word, tone } = statusLooks[status]
  return (
    <Badge tone={tone}>
      {status === 'crawling' && <LoaderCircle aria-hidden className="animate-spin" />}
      {word}
    </Badge>
  )
}

/** Counts above zero link to their rows. */
function Counts({ website }: { website: WebsiteResponse }) {
  const { id, pagesCrawled, errorCount, warningCount, passedCount } = website
  return (
    <ul className="figures mt-2 flex flex-wrap gap-x-5 gap-y-1 text-sm">
      <Count value={pagesCrawled} href={hrefTo('pages-list', id, { status: '2xx' })}>
        {formatCount(pagesCrawled, 'page')}
      </Count>
      <Count value={errorCount} href={hrefTo('errors', id, { severity: 'error' })} tone="text-error">
        {formatCount(errorCount, 'error')}
      </Count>
      <Count value={warningCount} href={hrefTo('warnings', id)} tone="text-warning">
        {formatCount(warningCount, 'warning')}
      </Count>
      <Count value={passedCount} href={hrefTo('passed', id)} tone="text-success">
        {formatNumber(passedCount)} passed
      </Count>
    </ul>
  )
}

interface CountProps {
  value: number
  href: string
  tone?: string | undefined
  children: ReactNode
}

function Count({ value, href, tone, children }: CountProps) {
  return (
    <li>
      {value === 0 ? (
        <span className="text-ink-muted">{children}</span>
      ) : (
        <a href={href} className={clsx('font-medium underline-offset-4 hover:underline', tone)}>
          {children}
        </a>
      )}
    </li>
  )
}

function CrawlAgain({ website, isActive }: { website: WebsiteResponse; isActive: boolean }) {
  const { url } = website
  const { repeat, isPending } = useCrawlAgain()
  return (
    <Button
      size="small"
      aria-label={isPending ? 'Crawling...' : `Crawl again: ${plainText(url)}`}
      isBusy={isPending}
      disabled={isActive}
      onClick={() => repeat({ ...website, website })}
    >
      {!isPending && <RotateCw aria-hidden />}
      {isPending ? 'Crawling...' : 'Crawl again'}
    </Button>
  )
}
