/** The table of accounts; search and page are in the address bar. */
import { SearchX } from 'lucide-react'
import { useState } from 'react'
import type { UserResponse } from '#shared/api/users.ts'
import { Button } from '../../components/button.tsx'
import { CrawledText } from '../../components/crawled-text.tsx'
import { Pagination } from '../../components/pagination.tsx'
import { SearchInput, useDebouncedText } from '../../components/search-input.tsx'
import { Sheet } from '../../components/sheet.tsx'
import { EmptyState } from '../../components/states.tsx'
import { Table, TableBody, TableHead, TableHeaderCell } from '../../components/table.tsx'
import { pageNumber, useUrlState } from '../../state/url-state.ts'
import { ResetPasswordForm } from './reset-password-form.tsx'
import { SetDisabledDialog } from './set-disabled-dialog.tsx'
import { UserRow } from './user-row.tsx'
import { visibleUsers } from './visible-users.ts'

const PAGE_SIZE = 50
const urlDefaults = { search: '', page: '1' }

interface UsersTableProps {
  users: readonly UserResponse[]
  /** Whose screen this is. */
  ownId: number
}

export function UsersTable({ users, ownId }: UsersTableProps) {
  const [address, change] = useUrlState(urlDefaults)
  const [searchText, setSearchText] = useDebouncedText(address.search, search => change({ search, page: '1' }))
  const [resetting, setResetting] = useState<UserResponse | null>(null)
  const [switched, setSwitched] = useState<UserResponse | null>(null)
  const found = visibleUsers(users, address.search)
  const page = Math.min(pageNumber(address.page), Math.max(1, Math.ceil(found.length / PAGE_SIZE)))
  return (
    <>
      <div className="border-line border-b p-3 sm:px-4">
        <SearchInput label="Search users..." value={searchText} onValue={setSearchText} className="sm:max-w-sm" />
      </div>
      {found.length === 0 ? (
        <EmptyState
          icon={SearchX}
          title="No users found"
          description="No name and no role contains the text."
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
                <TableHeaderCell className="w-34">Made</TableHeaderCell>
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
