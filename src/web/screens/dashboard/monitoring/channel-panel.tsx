/** The channels of the user: webhooks and e-mail addresses that alerts go to. */
import { type FormEvent, useState } from 'react'
import { type ChannelFormat, channelFormatLabels, channelFormats } from '#shared/alerts.ts'
import type { AlertChannel } from '#shared/api/alerts.ts'
import { Button } from '../../../components/button.tsx'
import { ErrorText } from '../../../components/error-text.tsx'
import { LoadingState } from '../../../components/fetch-states.tsx'
import { SelectField } from '../../../components/select.tsx'
import { ShownOnce } from '../../../components/shown-once.tsx'
import { ErrorState } from '../../../components/states.tsx'
import { TextField } from '../../../components/text-field.tsx'
import {
  useAddChannel,
  useChannels,
  useConfirmChannel,
  useDeleteChannel,
  useRotateSecret,
  useTestChannel,
} from '../../../queries/alerts.ts'
import { failureReason, fetchFailure } from '../../../queries/api-client.ts'
import { DeliveryLog } from './delivery-log.tsx'

interface Secret {
  name: string
  secret: string
}

export function ChannelPanel() {
  const { data, error, refetch } = useChannels()
  const [shown, setShown] = useState<Secret | null>(null)
  if (error)
    return (
      <ErrorState message={fetchFailure('The channels could not be loaded', error)} onRetry={() => void refetch()} />
    )
  if (!data) return <LoadingState message="Loading channels..." rows={3} />
  if (shown)
    return (
      <ShownOnce title={`Secret of ${shown.name}`} secret={shown.secret} what="secret" onDone={() => setShown(null)}>
        <p>It signs the messages of the webhook, and is not shown again.</p>
      </ShownOnce>
    )
  return (
    <div className="space-y-5">
      {data.channels.length === 0 && <p className="text-sm">There are no channels yet.</p>}
      <ul className="space-y-3">
        {data.channels.map(channel => (
          <Channel key={channel.id} channel={channel} onSecret={secret => setShown({ name: channel.name, secret })} />
        ))}
      </ul>
      <AddChannel canSendMail={data.canSendMail} onSecret={setShown} />
    </div>
  )
}

function Channel({ channel, onSecret }: { channel: AlertChannel; onSecret: (secret: string) => void }) {
  const { id, name, format, target, isConfirmed } = channel
  const test = useTestChannel()
  const rotate = useRotateSecret()
  const remove = useDeleteChannel()
  const [isLogOpen, setLogOpen] = useState(false)
  return (
    <li className="space-y-2 rounded-control bg-sunken p-3 text-sm">
      <p className="[overflow-wrap:anywhere]">
        <span className="font-medium">{name}</span> · {channelFormatLabels[format]} · {target}
      </p>
      {!isConfirmed && <ConfirmForm id={id} />}
      <div className="flex flex-wrap gap-2">
        {isConfirmed && (
          <Button size="small" isBusy={test.isPending} onClick={() => test.mutate(id)}>
            Send a test
          </Button>
        )}
        <Button size="small" aria-expanded={isLogOpen} onClick={() => setLogOpen(!isLogOpen)}>
          Messages
        </Button>
        {format === 'generic' && (
          <Button
            size="small"
            isBusy={rotate.isPending}
            onClick={() => rotate.mutate(id, { onSuccess: ({ secret }) => secret !== null && onSecret(secret) })}
          >
            New secret
          </Button>
        )}
        <Button size="small" variant="destructive" isBusy={remove.isPending} onClick={() => remove.mutate(id)}>
          Delete
        </Button>
      </div>
      {isLogOpen && <DeliveryLog channelId={id} />}
    </li>
  )
}

function ConfirmForm({ id }: { id: number }) {
  const [code, setCode] = useState('')
  const confirm = useConfirmChannel()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    confirm.mutate({ id, code })
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-wrap items-end gap-2">
      <TextField
        label="Code that was sent by e-mail"
        inputMode="numeric"
        autoComplete="one-time-code"
        message={confirm.isError ? failureReason(confirm.error) : undefined}
        value={code}
        onValue={setCode}
      />
      <Button type="submit" size="small" isBusy={confirm.isPending}>
        Confirm
      </Button>
    </form>
  )
}

function AddChannel({ canSendMail, onSecret }: { canSendMail: boolean; onSecret: (shown: Secret) => void }) {
  const add = useAddChannel()
  const [name, setName] = useState('')
  const [target, setTarget] = useState('')
  const [format, setFormat] = useState<ChannelFormat>('generic')
  const isMail = format === 'email'
  const options = channelFormats
    .filter(value => value !== 'email' || canSendMail)
    .map(value => ({ value, label: channelFormatLabels[value] }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    add.mutate(
      { name, format, target },
      {
        onSuccess: ({ channel, secret }) => {
          setName('')
          setTarget('')
          if (channel.format === 'generic' && secret !== null) onSecret({ name: channel.name, secret })
        },
      },
    )
  }
  return (
    <form noValidate onSubmit={submit} aria-label="Add a channel" className="space-y-4">
      <h3 className="font-semibold text-sm">Add a channel</h3>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <SelectField
          label="Kind"
          options={options}
          value={format}
          onValue={value => setFormat(channelFormats.find(each => each === value) ?? 'generic')}
        />
        <TextField label="Name" autoComplete="off" value={name} onValue={setName} />
      </div>
      <TextField
        label={isMail ? 'E-mail address' : 'URL of the webhook'}
        type={isMail ? 'email' : 'url'}
        autoComplete="off"
        value={target}
        onValue={setTarget}
      />
      {!canSendMail && (
        <p className="text-ink-muted text-xs">The operator of this server has set no mail server for e-mails.</p>
      )}
      <ErrorText>{add.isError && failureReason(add.error)}</ErrorText>
      <Button type="submit" isBusy={add.isPending}>
        Add channel
      </Button>
    </form>
  )
}
