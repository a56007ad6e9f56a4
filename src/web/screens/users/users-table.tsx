/** The table of accounts; search and page are in the URL. */
import { Ban, CircleCheck, SearchX, ShieldCheck, User } from 'lucide-react'
import { useState } from 'react'
import type { UserResponse } from '#shared/api/users.ts'
import { plainText } from '#shared/plain-text.ts'
import { Badge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { CrawledText } from '../../components/crawled-text.tsx'
import { formatDateTime, formatNumber, formatRelativeTime } from '../../components/format.ts'
import { Pagination } from '../../components/pagination.tsx'
import { SearchInput, useDebouncedText } from '../../components/search-input.tsx'
import { Sheet } from '../../components/sheet.tsx'
import { EmptyState } from '../../components/states.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../components/table.tsx'
import { pageNumber, useUrlState } from '../../state/url-state.ts'
import { ResetPasswordForm } from './reset-password-form.tsx'
import { SetDisabledDialog } from './set-disabled-dialog.tsx'
import { visibleUsers } from './user-entries.ts'

const PAGE_SIZE = 50
const urlDefaults = { search: '', page: '1' }

interface UsersTableProps {
  users: readonly UserResponse[]
  /** Id of the signed-in user. */
  ownId: number
}

export function UsersTable({ users, ownId }: UsersTableProps) {
  const [urlState, change] = useUrlState(urlDefaults)
  const [searchText, setSearchText] = useDebouncedText(urlState.search, search => change({ search, page: '1' }))
  const [resetting, setResetting] = useState<UserResponse | null>(null)
  const [switched, setSwitched] = useState<UserResponse | null>(null)
  const found = visibleUsers(users, urlState.search)
  const page = Math.min(pageNumber(urlState.page), Math.max(1, Math.ceil(found.length / PAGE_SIZE)))
  return (
    <>
      <div className="border-line border-b p-3 sm:px-4">
        <SearchInput label="Search users..." value={searchText} onValue={setSearchText} className="sm:max-w-sm" />
      </div>
      {found.length === 0 ? (
        <EmptyState
          icon={SearchX}
          title="No users found"
          description="No username or role contains the text."
          action={<Button onClick={() => setSearchText('')}>Show all users</Button>}
        />
      ) : (
        <div className="md:overflow-x-auto">
          <Table label="Users" className="md:table-fixed md:min-w-[68rem]">
            <TableHead>
              <tr>
                <TableHeaderCell>Name</TableHeaderCell>
                <TableHeaderCell className="w-36">Role</TableHeaderCell>
                <TableHeaderCell className="w-30">State</TableHeaderCell>
                <TableHeaderCell className="w-36">Last sign-in</TableHeaderCell>
                <TableHeaderCell className="w-24">Websites</TableHeaderCell>
                <TableHeaderCell className="w-34">Created</TableHeaderCell>
                <TableHeaderCell className="w-64 text-right">Actions</TableHeaderCell>
              </tr>
            </TableHead>
            <TableBody>
              {found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE).map(user => (
                <UserRow
                  key={user.id}
                  user={user}
                  isOneself={user.id === ownId}
                  onReset={setResetting}
                  onSwitch={setSwitched}
                />
              ))}
            </TableBody>
          </Table>
        </div>
      )}
      <Pagination
        page={page}
        pageSize={PAGE_SIZE}
        total={found.length}
        onPage={next => change({ page: String(next) })}
      />
      <Sheet
        isOpen={resetting !== null}
        onOpen={isOpen => !isOpen && setResetting(null)}
        title="Reset password"
        description={resetting && <CrawledText text={resetting.username} className="[overflow-wrap:anywhere]" />}
      >
        {resetting && <ResetPasswordForm user={resetting} onDone={() => setResetting(null)} />}
      </Sheet>
      <SetDisabledDialog user={switched} onClose={() => setSwitched(null)} />
    </>
  )
}

interface UserRowProps {
  user: UserResponse
  isOneself: boolean
  onReset: (user: UserResponse) => void
  /** Opens the confirmation to disable or enable the account. */
  onSwitch: (user: UserResponse) => void
}

const dates = new Intl.DateTimeFormat('en', { dateStyle: 'medium' })

/** Without actions for the signed-in user: they would end the session in use. */
function UserRow({ user, isOneself, onReset, onSwitch }: UserRowProps) {
  const { username, role, isBuiltIn, isDisabled, lastSignInAt, createdAt, websiteCount } = user
  return (
    <TableRow>
      <TableCell>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <CrawledText text={username} className="min-w-0 font-medium [overflow-wrap:anywhere]" />
          {isOneself && <Badge tone="accent">you</Badge>}
          {isBuiltIn && <Badge>built in</Badge>}
        </span>
      </TableCell>
      <TableCell label="Role">
        <span className="inline-flex items-center gap-1.5">
          {role === 'admin' ? (
            <ShieldCheck aria-hidden className="size-4 text-accent" />
          ) : (
            <User aria-hidden className="size-4 text-ink-faint" />
          )}
          {role === 'admin' ? 'Administrator' : 'User'}
        </span>
      </TableCell>
      <TableCell label="State">
        <Badge tone={isDisabled ? 'neutral' : 'success'}>
          {isDisabled ? <Ban aria-hidden /> : <CircleCheck aria-hidden />}
          {isDisabled ? 'Disabled' : 'Active'}
        </Badge>
      </TableCell>
      <TableCell label="Last sign-in" className="figures">
        {lastSignInAt === null ? (
          <span className="text-ink-muted">Never</span>
        ) : (
          <time dateTime={lastSignInAt} title={formatDateTime(lastSignInAt)}>
            {formatRelativeTime(lastSignInAt, Date.now())}
          </time>
        )}
      </TableCell>
      <TableCell label="Websites" className="figures">
        {formatNumber(websiteCount)}
      </TableCell>
      <TableCell label="Created" className="figures">
        <time dateTime={createdAt} title={formatDateTime(createdAt)}>
          {dates.format(new Date(createdAt))}
        </time>
      </TableCell>
      <TableCell>
        {isOneself ? (
          <p className="text-ink-muted text-xs md:text-right">Change your password in the menu under your name.</p>
        ) : (
          <div className="flex justify-end gap-2">
            <Button
              size="small"
              variant="ghost"
              aria-label={`Reset password of ${plainText(username)}`}
              onClick={() => onReset(user)}
            >
              Reset password
            </Button>
            <Button
              size="small"
              aria-label={`${isDisabled ? 'Enable' : 'Disable'} ${plainText(username)}`}
              onClick={() => onSwitch(user)}
              className="w-20"
            >
              {isDisabled ? 'Enable' : 'Disable'}
            </Button>
          </div>
        )}
      </TableCell>
    </TableRow>
  )
}
