/** Keys: the server's for page speed, whose state can be asked for, and the user's own for programs. */

import { lazy, Suspense } from 'react'
import { ApiDocsLink } from '../../components/api-docs-link.tsx'
import { LoadingState } from '../../components/fetch-states.tsx'
import { useAuth } from '../../state/signed-in-user.ts'
import { PageSpeedKeyCard } from './page-speed-key-card.tsx'
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
              : 'Programs can read results and start crawls in the name of a user. Log in to make a key.'}{' '}
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
