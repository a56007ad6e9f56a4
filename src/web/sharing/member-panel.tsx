/** The users with whom a website is shared, with their roles, and the form that invites another. */
import { type FormEvent, useState } from 'react'
import { memberSchema } from '#shared/new-share.ts'
import { type MemberRole, memberRoles } from '#shared/sharing.ts'
import { Button } from '../components/button.tsx'
import { LoadingState } from '../components/fetch-states.tsx'
import { Select } from '../components/select.tsx'
import { ErrorState } from '../components/states.tsx'
import { TextField } from '../components/text-field.tsx'
import { failureReason, fetchFailure } from '../queries/api-client.ts'
import { useMembers, useSetMember } from '../queries/sharing.ts'
import { useToast } from '../state/toasts.ts'

const roleLabels: Record<MemberRole, string> = { view: 'May read', edit: 'May edit' }
const roleOptions = memberRoles.map(value => ({ value, label: roleLabels[value] }))
const roleOf = (text: string): MemberRole => memberRoles.find(role => role === text) ?? 'view'

export function MemberPanel({ websiteId }: { websiteId: number }) {
  const { data, error, refetch } = useMembers(websiteId)
  if (!data)
    return error ? (
      <ErrorState message={fetchFailure('The users could not be loaded', error)} onRetry={() => void refetch()} />
    ) : (
      <LoadingState message="Loading users..." rows={3} />
    )
  return (
    <div className="space-y-4">
      <InviteForm websiteId={websiteId} />
      {data.members.length === 0 ? (
        <p className="rounded-control bg-sunken px-4 py-6 text-center text-ink-muted text-sm">
          This website is shared with no other user.
        </p>
      ) : (
        <ul aria-label="Users" className="divide-y divide-line rounded-control border border-line">
          {data.members.map(member => (
            <MemberRow key={member.username} websiteId={websiteId} member={member} />
          ))}
        </ul>
      )}
    </div>
  )
}

function InviteForm({ websiteId }: { websiteId: number }) {
  const setMember = useSetMember(websiteId)
  const [username, setUsername] = useState('')
  const [role, setRole] = useState<MemberRole>('view')
  const [isChecked, setChecked] = useState(false)
  const problem = memberSchema.shape.username.safeParse(username).error?.issues[0]?.message
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (problem !== undefined) return
    setMember.mutate(
      { username, role },
      {
        onSuccess: () => {
          setUsername('')
          setChecked(false)
        },
      },
    )
  }
  const message = isChecked ? problem : undefined
  return (
    <form noValidate onSubmit={submit} className="space-y-3">
      <TextField
        label="Username"
        autoComplete="off"
        message={message ?? (setMember.isError ? failureReason(setMember.error) : undefined)}
        value={username}
        onValue={value => {
          setUsername(value)
          setMember.reset()
        }}
      />
      <div className="flex flex-wrap gap-2">
        <Select
          label="Role"
          options={roleOptions}
          value={role}
          onValue={value => setRole(roleOf(value))}
          className="w-40"
        />
        <Button type="submit" variant="primary" isBusy={setMember.isPending}>
          Share
        </Button>
      </div>
      <p className="text-ink-muted text-xs">
        Who may edit also crawls, mutes, rechecks and schedules. Only you delete and share the website, and see its
        credentials.
      </p>
    </form>
  )
}

function MemberRow({ websiteId, member }: { websiteId: number; member: { username: string; role: MemberRole } }) {
  const setMember = useSetMember(websiteId)
  const { toast } = useToast()
  const { username } = member
  const change = (role: MemberRole | null) =>
    setMember.mutate(
      { username, role },
      {
        onError: error =>
          toast({ title: 'The role was not changed', description: failureReason(error), variant: 'destructive' }),
      },
    )
  return (
    <li className="flex flex-wrap items-center gap-2 px-3 py-2.5">
      <span className="min-w-0 flex-1 font-medium text-sm [overflow-wrap:anywhere]">{username}</span>
      <Select
        label={`Role of ${username}`}
        options={roleOptions}
        value={member.role}
        onValue={value => change(roleOf(value))}
        disabled={setMember.isPending}
        className="w-32"
      />
      <Button
        size="small"
        aria-label={`Remove ${username}`}
        disabled={setMember.isPending}
        onClick={() => change(null)}
      >
        Remove
      </Button>
    </li>
  )
}
