/** Replaces an administration screen for other users: says who may see it, and how to sign in. */
import { useQueryClient } from '@tanstack/react-query'
import { ShieldUser } from 'lucide-react'
import { useEffect } from 'react'
import { Button } from '../components/button.tsx'
import { Card } from '../components/card.tsx'
import { CrawledText } from '../components/crawled-text.tsx'
import { EmptyState } from '../components/states.tsx'
import { sessionQuery } from '../queries/session.ts'
import { useAuth } from '../state/signed-in-user.ts'

export function AdministratorsOnly() {
  const client = useQueryClient()
  const { user, isAdmin } = useAuth()
  useEffect(() => {
    // The server refused although the browser shows an administrator: the session has ended, or the role has changed.
    if (isAdmin) client.invalidateQueries(sessionQuery).catch(() => {})
  }, [isAdmin, client])
  return (
    <Card>
      <EmptyState
        icon={ShieldUser}
        title="For administrators only"
        description={
          user === null ? (
            'This screen shows the whole server. To see it, log in as an administrator with Login at the top of this page.'
          ) : (
            <>
              This screen shows the whole server, and{' '}
              <CrawledText text={user.username} className="font-medium [overflow-wrap:anywhere]" /> is not an
              administrator. Log out at the top of this page, then log in as an administrator.
            </>
          )
        }
        action={<Button href="/">Start page</Button>}
        className="py-16"
      />
    </Card>
  )
}
