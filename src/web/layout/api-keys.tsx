/** The API keys of the user, in the account dialog and in the settings: the list, and the form for another. */
import { ArrowLeft, KeyRound } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { API_KEYS_MAX } from '#shared/api-key.ts'
import { plainText } from '#shared/plain-text.ts'
import { ApiDocsLink } from '../components/api-docs-link.tsx'
import { Badge } from '../components/badge.tsx'
import { Button } from '../components/button.tsx'
import { CrawledText } from '../components/crawled-text.tsx'
import { LoadingState } from '../components/fetch-states.tsx'
import { formatDateTime, formatRelativeTime } from '../components/format.ts'
import { ShownOnce } from '../components/shown-once.tsx'
import { ErrorState } from '../components/states.tsx'
import { fetchFailure, serverMessage } from '../queries/api-client.ts'
import { type ApiKey, useApiKeys, useRevokeApiKey } from '../queries/api-keys.ts'
import { AddApiKeyForm, scopeLabels } from './add-api-key-form.tsx'

/** Shown under the title of the dialog. */
export function AboutApiKeys() {
  return (
    <>
      Programs use them to read your results and to start crawls. <ApiDocsLink />
    </>
  )
}

interface ApiKeysProps {
  /** Leads back to the rest of the dialog. */
  onBack?: (() => void) | undefined
}

export function ApiKeys({ onBack }: ApiKeysProps) {
  const keys = useApiKeys()
  const [state, setState] = useState<{ view: 'list' | 'form' } | { view: 'added'; name: string; secret: string }>({
    view: 'list',
  })
  const showList = () => {
    // The new key may have been used meanwhile.
    void keys.refetch()
    setState({ view: 'list' })
  }
  if (state.view === 'added')
    return (
      <ShownOnce title={<bdi>{state.name}</bdi>} secret={state.secret} what="API key" onDone={showList}>
        <p>Copy it now: it will not be shown again.</p>
        <p>
          Send it with each request, and keep it out of URLs:{' '}
          <code className="font-mono text-[0.8125rem] [overflow-wrap:anywhere]">Authorization: Bearer {'<key>'}</code>
        </p>
      </ShownOnce>
    )
  if (state.view === 'form')
    return (
      <AddApiKeyForm onAdded={({ name, secret }) => setState({ view: 'added', name, secret })} onCancel={showList} />
    )
  return (
    <>
      <Toolbar
        isFull={(keys.data?.length ?? 0) >= API_KEYS_MAX}
        onBack={onBack}
        onAdd={() => setState({ view: 'form' })}
      />
      <List keys={keys} />
    </>
  )
}

interface ToolbarProps {
  isFull: boolean
  onBack: (() => void) | undefined
  onAdd: () => void
}

function Toolbar({ isFull, onBack, onAdd }: ToolbarProps) {
  const back = useRef<HTMLButtonElement>(null)
  // The element that had the focus is gone.
  useEffect(() => back.current?.focus(), [])
  return (
    <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
      {onBack && (
        <Button ref={back} size="small" variant="ghost" className="-ml-2.5" onClick={onBack}>
          <ArrowLeft aria-hidden />
          Account
        </Button>
      )}
      {isFull ? (
        <p className="text-ink-muted text-sm">You have {API_KEYS_MAX} keys. Revoke one to add another.</p>
      ) : (
        <Button size="small" variant="primary" onClick={onAdd}>
          <KeyRound aria-hidden />
          Add API key
        </Button>
      )}
    </div>
  )
}

function List({ keys }: { keys: ReturnType<typeof useApiKeys> }) {
  if (keys.data) return <Rows keys={keys.data} />
  if (keys.isError)
    return (
      <ErrorState
        message={fetchFailure('Failed to fetch API keys', keys.error)}
        detail={serverMessage(keys.error)}
        onRetry={() => void keys.refetch()}
        className="py-4"
      />
    )
  return <LoadingState message="Loading API keys..." rows={2} />
}

function Rows({ keys }: { keys: readonly ApiKey[] }) {
  if (keys.length === 0)
    return (
      <p className="rounded-control bg-sunken px-4 py-6 text-center text-ink-muted text-sm">You have no API key.</p>
    )
  return (
    <ul aria-label="API keys" className="divide-y divide-line rounded-control border border-line">
      {keys.map(key => (
        <ApiKeyRow key={key.id} apiKey={key} />
      ))}
    </ul>
  )
}

const dates = new Intl.DateTimeFormat('en', { dateStyle: 'medium' })

function ApiKeyRow({ apiKey }: { apiKey: ApiKey }) {
  const { name, scopes, createdAt, lastUsedAt, expiresAt } = apiKey
  const [isConfirming, setConfirming] = useState(false)
  const revoke = useRef<HTMLButtonElement>(null)
  const isExpired = expiresAt !== null && Date.parse(expiresAt) <= Date.now()
  const keep = () => {
    setConfirming(false)
    revoke.current?.focus()
  }
  return (
    <li className="px-3 py-2.5">
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <CrawledText text={name} className="min-w-0 font-medium text-sm [overflow-wrap:anywhere]" />
            <Badge>{scopeLabels[scopes]}</Badge>
            {isExpired && <Badge tone="warning">Expired</Badge>}
          </p>
          <p className="figures mt-0.5 text-ink-muted text-xs">
            Created <Day iso={createdAt} />
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
          aria-expanded={isConfirming}
          onClick={() => setConfirming(!isConfirming)}
        >
          Revoke
        </Button>
      </div>
      {isConfirming && <Confirmation apiKey={apiKey} onKeep={keep} />}
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

/** Inside the row: a second dialog would hide which key it is. */
function Confirmation({ apiKey, onKeep }: { apiKey: ApiKey; onKeep: () => void }) {
  const { mutate, isPending } = useRevokeApiKey()
  const keep = useRef<HTMLButtonElement>(null)
  useEffect(() => keep.current?.focus(), [])
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups the fields of a form, and there are none
    <div role="group" aria-label={`Revoke ${plainText(apiKey.name)}?`} className="mt-2 rounded-control bg-sunken p-3">
      <p className="text-sm">Programs that use this key are refused from now on. This cannot be undone.</p>
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
