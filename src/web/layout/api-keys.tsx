/** API keys in the account dialog and in the settings: those there are, and the making of another. */

import { ArrowLeft, KeyRound } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { API_KEYS_MAX } from '#shared/api-key.ts'
import { ApiDocsLink } from '../components/api-docs-link.tsx'
import { Button } from '../components/button.tsx'
import { ErrorState } from '../components/error-state.tsx'
import { LoadingState } from '../components/loading-state.tsx'
import { ShownOnce } from '../components/shown-once.tsx'
import { fetchFailure, serverTexts } from '../queries/api-client.ts'
import { type ApiKey, useApiKeys } from '../queries/api-keys.ts'
import { AddApiKeyForm } from './add-api-key-form.tsx'
import { ApiKeyRow } from './api-key-row.tsx'

/** What the dialog says under its title. */
export function AboutApiKeys() {
  return (
    <>
      Programs use them to read your results and to start crawls. <ApiDocsLink />
    </>
  )
}

interface ApiKeysProps {
  /** Leads back to the rest of the dialog; left out where there is none. */
  onBack?: (() => void) | undefined
}

export function ApiKeys({ onBack }: ApiKeysProps) {
  const keys = useApiKeys()
  const [state, setState] = useState<{ view: 'list' | 'form' } | { view: 'made'; name: string; secret: string }>({
    view: 'list',
  })
  const showList = () => {
    // A new key may have been tried out meanwhile.
    void keys.refetch()
    setState({ view: 'list' })
  }
  if (state.view === 'made')
    return (
      <ShownOnce title={<bdi>{state.name}</bdi>} secret={state.secret} what="API key" onDone={showList}>
        <p>Copy it now: it will not be shown again.</p>
        <p>
          Send it with each request, and keep it out of addresses:{' '}
          <code className="font-mono text-[0.8125rem] [overflow-wrap:anywhere]">Authorization: Bearer {'<key>'}</code>
        </p>
      </ShownOnce>
    )
  if (state.view === 'form')
    return (
      <AddApiKeyForm onAdded={({ name, secret }) => setState({ view: 'made', name, secret })} onCancel={showList} />
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
  // What had the focus before this view is gone.
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
        <p className="text-ink-muted text-sm">You have {API_KEYS_MAX} keys. Revoke one to make another.</p>
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
        detail={serverTexts(keys.error)}
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
