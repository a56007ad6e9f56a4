/** One API key: what it may do, since when and until when, when it was last used, and its end. */
import { useEffect, useRef, useState } from 'react'
import type { ApiKeyScopes } from '#shared/api-key.ts'
import { plainText } from '#shared/plain-text.ts'
import { Badge } from '../components/badge.tsx'
import { Button } from '../components/button.tsx'
import { CrawledText } from '../components/crawled-text.tsx'
import { formatDateTime, formatRelativeTime } from '../components/format.ts'
import { type ApiKey, useRevokeApiKey } from '../queries/api-keys.ts'

export const scopeWords: Record<ApiKeyScopes, string> = { read: 'Read', 'read+crawl': 'Read and crawl' }

const dates = new Intl.DateTimeFormat('en', { dateStyle: 'medium' })

export function ApiKeyRow({ apiKey }: { apiKey: ApiKey }) {
  const { name, scopes, createdAt, lastUsedAt, expiresAt } = apiKey
  const [isAsking, setAsking] = useState(false)
  const revoke = useRef<HTMLButtonElement>(null)
  const isExpired = expiresAt !== null && Date.parse(expiresAt) <= Date.now()
  const keep = () => {
    setAsking(false)
    revoke.current?.focus()
  }
  return (
    <li className="px-3 py-2.5">
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <CrawledText text={name} className="min-w-0 font-medium text-sm [overflow-wrap:anywhere]" />
            <Badge>{scopeWords[scopes]}</Badge>
            {isExpired && <Badge tone="warning">Expired</Badge>}
          </p>
          <p className="figures mt-0.5 text-ink-muted text-xs">
            Made <Day iso={createdAt} />
            {' · '}
            {lastUsedAt === null ? (
              'Never used'
            ) : (
              <>
                Last used{' '}
                <time dateTime={lastUsedAt} title={formatDateTime(lastUsedAt)}>
                  {formatRelativeTime(lastUsedAt, Date.now())}
                </time>
              </>
            )}
            {' · '}
            {expiresAt === null ? (
              'Never expires'
            ) : (
              <>
                {isExpired ? 'Expired' : 'Expires'} <Day iso={expiresAt} />
              </>
            )}
          </p>
        </div>
        <Button
          ref={revoke}
          size="small"
          aria-label={`Revoke ${plainText(name)}`}
          aria-expanded={isAsking}
          onClick={() => setAsking(!isAsking)}
        >
          Revoke
        </Button>
      </div>
      {isAsking && <Confirmation apiKey={apiKey} onKeep={keep} />}
    </li>
  )
}

function Day({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} title={formatDateTime(iso)}>
      {dates.format(new Date(iso))}
    </time>
  )
}

/** Within the row: a dialog over the dialog would hide which key it is. */
function Confirmation({ apiKey, onKeep }: { apiKey: ApiKey; onKeep: () => void }) {
  const { mutate, isPending } = useRevokeApiKey()
  const keep = useRef<HTMLButtonElement>(null)
  useEffect(() => keep.current?.focus(), [])
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups the fields of a form, and there are none
    <div role="group" aria-label={`Revoke ${plainText(apiKey.name)}?`} className="mt-2 rounded-control bg-sunken p-3">
      <p className="text-sm">Programs that use this key are refused from then on. This cannot be taken back.</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button ref={keep} size="small" onClick={onKeep}>
          Keep it
        </Button>
        <Button size="small" variant="destructive" isBusy={isPending} onClick={() => mutate(apiKey)}>
          Revoke key
        </Button>
      </div>
    </div>
  )
}
