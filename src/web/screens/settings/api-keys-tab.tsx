/** The status of the server's key for page speed, and the user's own API keys. */
import { useMutation } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, KeyRound } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { pageSpeedEndpoints } from '#shared/api/page-speed.ts'
import { ApiDocsLink } from '../../components/api-docs-link.tsx'
import { Button } from '../../components/button.tsx'
import { LoadingState } from '../../components/fetch-states.tsx'
import { callApi } from '../../queries/api-client.ts'
import { useAuth } from '../../state/signed-in-user.ts'
import { useToast } from '../../state/toasts.ts'
import { SettingsCard } from './settings-card.tsx'

const ApiKeys = lazy(() => import('../../layout/api-keys.tsx').then(part => ({ default: part.ApiKeys })))

export function ApiKeysTab() {
  const { user } = useAuth()
  return (
    <>
      <PageSpeedKeyCard />
      <SettingsCard
        title="Your API keys"
        description={
          <p>
            {user
              ? 'Programs use them to read your results and to start crawls.'
              : 'Programs can read results and start crawls on behalf of a user. Log in to create a key.'}{' '}
            <ApiDocsLink />
          </p>
        }
      >
        {user && (
          <Suspense fallback={<LoadingState message="Loading API keys..." rows={2} />}>
            <ApiKeys />
          </Suspense>
        )}
      </SettingsCard>
    </>
  )
}

const VALID = 'Valid'

/** Checks the key that the operator has set; the key itself never leaves the server. */
function PageSpeedKeyCard() {
  const { toast } = useToast()
  const check = useMutation({
    mutationFn: () => callApi(pageSpeedEndpoints.pageSpeedStatus),
    onSuccess: ({ status, message }) =>
      toast({
        title: `API Key Status: ${status}`,
        description: message,
        variant: status === VALID ? 'default' : 'destructive',
      }),
    onError: error => {
      console.warn('the API key status could not be read', error)
      toast({ title: 'Error', description: 'Could not check API key status', variant: 'destructive' })
    },
  })
  return (
    <SettingsCard
      title="Page-speed API key"
      description="Page speed is measured by Google’s PageSpeed Insights when the operator of this server has set a key, and otherwise by Lighthouse on the server itself where a browser is installed."
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <Button isBusy={check.isPending} onClick={() => check.mutate()}>
          {!check.isPending && <KeyRound aria-hidden />}
          {check.isPending ? 'Checking...' : 'Check API key status'}
        </Button>
        <div role="status" className="min-w-0 text-sm">
          {check.data && <Status {...check.data} />}
          {check.isError && <p className="text-error">Could not check API key status</p>}
        </div>
      </div>
    </SettingsCard>
  )
}

function Status({ status, message }: { status: string; message: string }) {
  const isValid = status === VALID
  const Icon = isValid ? CircleCheck : CircleAlert
  return (
    <p className="flex items-start gap-2">
      <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${isValid ? 'text-success' : 'text-warning'}`} />
      <span className="[overflow-wrap:anywhere]">
        <span className="font-medium">{status}</span>
        {message !== '' && <span className="text-ink-muted"> {message}</span>}
      </span>
    </p>
  )
}
