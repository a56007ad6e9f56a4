/** Mutes what is chosen, with one reason for all of it. */
import { type FormEvent, useState } from 'react'
import { MAX_MUTE_REASON_LENGTH } from '#shared/issue-settings.ts'
import { Button } from '../../components/button.tsx'
import { Input } from '../../components/text-field.tsx'
import { type NewMute, useAddMutes } from '../../queries/website-settings.ts'

interface MuteFormProps {
  mutes: readonly Omit<NewMute, 'reason'>[]
  websiteId: number
  onDone: () => void
  onCancel: () => void
}

export function MuteForm({ mutes, websiteId, onDone, onCancel }: MuteFormProps) {
  const { mutate, isPending } = useAddMutes(websiteId)
  const [reason, setReason] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    mutate(
      mutes.map(mute => ({ ...mute, reason })),
      { onSuccess: onDone },
    )
  }
  return (
    <form onSubmit={submit} className="flex min-w-0 flex-1 flex-wrap items-center gap-2">
      <Input
        aria-label="Reason"
        placeholder="Reason for muting..."
        value={reason}
        maxLength={MAX_MUTE_REASON_LENGTH}
        onChange={event => setReason(event.target.value)}
        autoComplete="off"
        required
        autoFocus
        className="h-8 max-w-96 basis-56"
      />
      <Button type="submit" size="small" variant="primary" isBusy={isPending} disabled={reason.trim() === ''}>
        {isPending ? 'Muting...' : 'Mute with this reason'}
      </Button>
      <Button size="small" onClick={onCancel}>
        Cancel
      </Button>
    </form>
  )
}
