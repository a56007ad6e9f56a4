/** A document below a share link: the password first, then the screens of what is shared, or why the link opens nothing. */
import { useQuery } from '@tanstack/react-query'
import { Link2Off, Lock } from 'lucide-react'
import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import type { OpenedLink } from '#shared/api/sharing.ts'
import { documentPath, hrefTo, type MatchedRoute } from '#shared/routes.ts'
import type { ShareState } from '#shared/sharing.ts'
import { Brand } from '../components/brand.tsx'
import { Button } from '../components/button.tsx'
import { Card, CardContent } from '../components/card.tsx'
import { LoadingState } from '../components/fetch-states.tsx'
import { PasswordField } from '../components/password-field.tsx'
import { EmptyState, ErrorState } from '../components/states.tsx'
import { ApiError, failureReason } from '../queries/api-client.ts'
import { openedLinkQuery, useUnlockLink } from '../queries/sharing.ts'
import { SharedContext } from '../sharing/shown.ts'
import { Layout } from './layout.tsx'
import { showsScreen } from './navigation.ts'

const endedText: Record<Exclude<ShareState, 'open' | 'locked'>, { title: string; description: string }> = {
  expired: { title: 'This link has expired', description: 'The person who sent it can make another one.' },
  revoked: { title: 'This link has been revoked', description: 'The person who made it has ended it.' },
  deleted: { title: 'This crawl has been deleted', description: 'What the link showed no longer exists.' },
}
const unknownText = {
  title: 'There is no such link',
  description: 'Check that the URL is complete: it may have been cut when it was copied.',
}

export function SharedDocument({ route, children }: { route: MatchedRoute; children: ReactNode }) {
  const { data, error, refetch } = useQuery(openedLinkQuery)
  if (data?.shows)
    return (
      <SharedContext value={data.shows}>
        {route.screen === 'landing' ? (
          <Start shows={data.shows} />
        ) : (
          <Layout route={route}>{showsScreen(route.screen, data.shows.parts) ? children : <NotShared />}</Layout>
        )}
      </SharedContext>
    )
  return (
    <main id="main" className="mx-auto flex min-h-dvh max-w-md flex-col justify-center gap-6 px-4 py-10">
      <Brand />
      {data?.state !== 'locked' && <h1 className="sr-only">Shared crawl</h1>}
      <Card>
        <CardContent className="pt-5">
          {data ? (
            <Closed state={data.state} />
          ) : error instanceof ApiError && error.status === 404 ? (
            <EmptyState icon={Link2Off} {...unknownText} />
          ) : error ? (
            <ErrorState message={failureReason(error)} onRetry={() => void refetch()} />
          ) : (
            <LoadingState message="Opening the link..." rows={3} />
          )}
        </CardContent>
      </Card>
    </main>
  )
}

function NotShared() {
  return (
    <Card>
      <EmptyState
        icon={Lock}
        title="This link does not show this part"
        description="Choose another one from the menu."
      />
    </Card>
  )
}

/** The first screen of what is shared. */
function Start({ shows }: { shows: NonNullable<OpenedLink['shows']> }) {
  const { websiteId, crawlId, earlierCrawlId, paths } = shows
  useEffect(() => {
    const href =
      earlierCrawlId === null
        ? hrefTo('dashboard', websiteId)
        : hrefTo('changes', websiteId, { crawl: crawlId, with: earlierCrawlId, paths })
    location.replace(href)
  }, [websiteId, crawlId, earlierCrawlId, paths])
  return null
}

function Closed({ state }: { state: ShareState }) {
  if (state === 'locked' || state === 'open') return <PasswordForm />
  return <EmptyState icon={Link2Off} {...endedText[state]} />
}

function PasswordForm() {
  const unlock = useUnlockLink()
  const [password, setPassword] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (password !== '') unlock.mutate(password)
  }
  return (
    <form method="post" action={documentPath('/')} noValidate onSubmit={submit} className="space-y-4">
      <h1 className="flex items-center gap-2 font-semibold text-lg">
        <Lock aria-hidden className="size-5 text-ink-muted" />
        This link has a password
      </h1>
      <PasswordField
        label="Password"
        autoComplete="off"
        value={password}
        message={unlock.isError ? failureReason(unlock.error) : undefined}
        onValue={setPassword}
      />
      <Button type="submit" variant="primary" isBusy={unlock.isPending}>
        Open
      </Button>
    </form>
  )
}
