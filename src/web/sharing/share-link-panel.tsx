/** The links to the crawls of a website with their state, and the form for another. */
import { Link2 } from 'lucide-react'
import { useState } from 'react'
import type { ShareLinkResponse } from '#shared/api/sharing.ts'
import { sharePartLabels } from '#shared/sharing.ts'
import { Badge, type BadgeTone } from '../components/badge.tsx'
import { Button } from '../components/button.tsx'
import { CrawledText } from '../components/crawled-text.tsx'
import { LoadingState } from '../components/fetch-states.tsx'
import { formatDateTime, formatRelativeTime, lowerFirst } from '../components/format.ts'
import { ShownOnce } from '../components/shown-once.tsx'
import { ErrorState } from '../components/states.tsx'
import { fetchFailure } from '../queries/api-client.ts'
import { useRevokeShareLink, useShareLinks } from '../queries/sharing.ts'
import { NewLinkForm, type SharedCrawl } from './new-link-form.tsx'

type View = { name: 'list' } | { name: 'form' } | { name: 'added'; url: string; hasPassword: boolean }

export function ShareLinkPanel(crawl: SharedCrawl) {
  const { data, error, refetch } = useShareLinks(crawl.websiteId)
  const [view, setView] = useState<View>({ name: 'list' })
  if (view.name === 'added')
    return (
      <ShownOnce title="The link" secret={view.url} what="link" onDone={() => setView({ name: 'list' })}>
        <p>Copy it now: it will not be shown again. Anyone who has it can read what you have chosen.</p>
        {view.hasPassword && <p>Send the password another way than the link.</p>}
      </ShownOnce>
    )
  if (!data)
    return error ? (
      <ErrorState message={fetchFailure('The links could not be loaded', error)} onRetry={() => void refetch()} />
    ) : (
      <LoadingState message="Loading links..." rows={3} />
    )
  if (view.name === 'form')
    return (
      <NewLinkForm
        {...crawl}
        {...data}
        onAdded={(url, hasPassword) => setView({ name: 'added', url, hasPassword })}
        onCancel={() => setView({ name: 'list' })}
      />
    )
  return (
    <div className="space-y-3">
      <Button size="small" variant="primary" onClick={() => setView({ name: 'form' })}>
        <Link2 aria-hidden />
        New link
      </Button>
      {data.links.length === 0 ? (
        <p className="rounded-control bg-sunken px-4 py-6 text-center text-ink-muted text-sm">
          No crawl of this website is shared by a link.
        </p>
      ) : (
        <ul aria-label="Links" className="divide-y divide-line rounded-control border border-line">
          {data.links.map(link => (
            <LinkRow key={link.id} link={link} websiteId={crawl.websiteId} />
          ))}
        </ul>
      )}
    </div>
  )
}

const stateLooks: Record<ShareLinkResponse['state'], { word: string; tone: BadgeTone }> = {
  open: { word: 'Open', tone: 'success' },
  locked: { word: 'Open', tone: 'success' },
  expired: { word: 'Expired', tone: 'warning' },
  revoked: { word: 'Revoked', tone: 'neutral' },
  deleted: { word: 'Crawl deleted', tone: 'neutral' },
}

function LinkRow({ link, websiteId }: { link: ShareLinkResponse; websiteId: number }) {
  const revoke = useRevokeShareLink(websiteId)
  const { word, tone } = stateLooks[link.state]
  const name = link.name || `Link ${link.id}`
  const parts = link.parts.map(part => lowerFirst(sharePartLabels[part]))
  return (
    <li className="flex items-start gap-3 px-3 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <CrawledText text={name} className="min-w-0 font-medium text-sm [overflow-wrap:anywhere]" />
          <Badge tone={tone}>{word}</Badge>
          {link.hasPassword && <Badge>Password</Badge>}
        </p>
        <p className="mt-0.5 text-ink-muted text-xs">Overview{parts.map(part => `, ${part}`)}</p>
        <p className="figures mt-0.5 text-ink-muted text-xs">
          {link.state === 'open' ? 'Expires' : 'Expiry'} {formatDateTime(link.expiresAt)}
          {' · '}
          {link.lastUsedAt === null ? 'Never opened' : `Opened ${formatRelativeTime(link.lastUsedAt, Date.now())}`}
        </p>
      </div>
      {link.state === 'open' && (
        <Button
          size="small"
          aria-label={`Revoke ${name}`}
          isBusy={revoke.isPending}
          onClick={() => revoke.mutate(link.id)}
        >
          Revoke
        </Button>
      )}
    </li>
  )
}
