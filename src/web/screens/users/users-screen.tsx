/** "Users": the accounts of this server and their roles. For administrators only. */
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { Fetched, Skeleton } from '../../components/fetch-states.tsx'
import { formatCount } from '../../components/format.ts'
import { PageHeader } from '../../components/page-header.tsx'
import { Sheet } from '../../components/sheet.tsx'
import { AdministratorsOnly } from '../../layout/administrators-only.tsx'
import { isForbidden } from '../../queries/operations.ts'
import { useUsers } from '../../queries/users.ts'
import { useAuth } from '../../state/signed-in-user.ts'
import { AddUserForm } from './add-user-form.tsx'
import { UsersTable } from './users-table.tsx'

export function UsersScreen() {
  const { user, isAdmin } = useAuth()
  const users = useUsers({ isEnabled: isAdmin })
  const [isAdding, setAdding] = useState(false)
  if (user === null || !isAdmin || isForbidden(users.error))
    return (
      <>
        <PageHeader title="Users" />
        <AdministratorsOnly />
      </>
    )
  return (
    <>
      <PageHeader
        title="Users"
        description={
          users.data ? (
            `${formatCount(users.data.length, 'account')} on this server. Anonymous visitors need no account.`
          ) : (
            <Skeleton className="my-0.5 w-72 max-w-full" />
          )
        }
        actions={
          <Button variant="primary" onClick={() => setAdding(true)}>
            <UserPlus aria-hidden />
            Add user
          </Button>
        }
      />
      <Card>
        <Fetched query={users} what="Failed to fetch users" message="Loading users..." rows={4}>
          {accounts => <UsersTable users={accounts} ownId={user.id} />}
        </Fetched>
      </Card>
      <Sheet
        isOpen={isAdding}
        onOpen={setAdding}
        title="Add user"
        description="An account that can sign in to this server."
      >
        <AddUserForm onDone={() => setAdding(false)} />
      </Sheet>
    </>
  )
}
