/** One account. What may be done to one's own is done from the header: from here it would end the session in use. */
import { Ban, CircleCheck, ShieldCheck, User } from 'lucide-react'
import type { UserResponse } from '#shared/api/users.ts'
import { plainText } from '#shared/plain-text.ts'
import { Badge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { CrawledText } from '../../components/crawled-text.tsx'
import { formatDateTime, formatNumber, formatRelativeTime } from '../../components/format.ts'
import { TableCell, TableRow } from '../../components/table.tsx'

interface UserRowProps {
  user: UserResponse
  isOneself: boolean
  onReset: (user: UserResponse) => void
  /** Asks whether the account is to be disabled, or enabled again. */
  onSwitch: (user: UserResponse) => void
}

const dates = new Intl.DateTimeFormat('en', { dateStyle: 'medium' })

export function UserRow({ user, isOneself, onReset, onSwitch }: UserRowProps) {
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
      <TableCell label="Made" className="figures">
        <time dateTime={createdAt} title={formatDateTime(createdAt)}>
          {dates.format(new Date(createdAt))}
        </time>
      </TableCell>
      <TableCell>
        {isOneself ? (
          <p className="text-ink-muted text-xs md:text-right">Change your password at your name, at the top.</p>
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
