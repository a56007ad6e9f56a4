/** What is reported of the website, to which channels, and when. */
import { type FormEvent, useState } from 'react'
import { type AlertSettings, alertKinds, alertLabels, alertSettingsSchema } from '#shared/alerts.ts'
import type { AlertChannel } from '#shared/api/alerts.ts'
import { Button } from '../../../components/button.tsx'
import { ErrorText } from '../../../components/error-text.tsx'
import { LoadingState } from '../../../components/fetch-states.tsx'
import { ErrorState } from '../../../components/states.tsx'
import { TextField } from '../../../components/text-field.tsx'
import { useAlertSettings, useChannels, useSetAlerts } from '../../../queries/alerts.ts'
import { failureReason, fetchFailure } from '../../../queries/api-client.ts'

export function AlertPanel({ websiteId }: { websiteId: number }) {
  const alerts = useAlertSettings(websiteId)
  const channels = useChannels()
  const error = alerts.error ?? channels.error
  if (error) return <ErrorState message={fetchFailure('The alerts could not be loaded', error)} />
  if (!alerts.data || !channels.data) return <LoadingState message="Loading alerts..." rows={4} />
  return <AlertForm websiteId={websiteId} settings={alerts.data.settings} channels={channels.data.channels} />
}

interface AlertFormProps {
  websiteId: number
  /** null where nothing was set. */
  settings: AlertSettings | null
  channels: readonly AlertChannel[]
}

function AlertForm({ websiteId, settings, channels }: AlertFormProps) {
  const [fields, setFields] = useState<AlertSettings>(() => settings ?? newSettings())
  const setAlerts = useSetAlerts(websiteId)
  const change = (changes: Partial<AlertSettings>) => setFields(before => ({ ...before, ...changes }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const known = channels.map(({ id }) => id)
    setAlerts.mutate({ ...fields, channelIds: fields.channelIds.filter(id => known.includes(id)) })
  }
  const isDaily = fields.delivery === 'daily'
  const isQuiet = fields.quietFrom !== null
  return (
    <form noValidate onSubmit={submit} className="space-y-5">
      <fieldset>
        <legend className="mb-1.5 font-medium text-sm">Report when a crawl is worse than the one before</legend>
        <div className="grid gap-1.5 sm:grid-cols-2">
          {alertKinds.map(kind => (
            <Check
              key={kind}
              label={alertLabels[kind]}
              isChecked={fields.kinds.includes(kind)}
              onToggle={() => change({ kinds: toggled(fields.kinds, kind) })}
            />
          ))}
        </div>
      </fieldset>
      <fieldset>
        <legend className="mb-1.5 font-medium text-sm">Send to</legend>
        {channels.length === 0 && <p className="text-sm">Add a channel first, under “Channels”.</p>}
        <div className="grid gap-1.5">
          {channels.map(({ id, name, target, isConfirmed }) => (
            <Check
              key={id}
              label={`${name}: ${target}${isConfirmed ? '' : ' (not confirmed)'}`}
              isChecked={fields.channelIds.includes(id)}
              onToggle={() => change({ channelIds: toggled(fields.channelIds, id) })}
            />
          ))}
        </div>
      </fieldset>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <TextField
          label="Score drop"
          hint="Points that the health score has to lose."
          type="number"
          min={1}
          max={100}
          value={fields.scoreDrop}
          onValue={value => change({ scoreDrop: Number(value) })}
        />
        <TextField
          label="Time zone"
          hint="Such as Europe/Berlin."
          autoComplete="off"
          spellCheck={false}
          value={fields.timeZone}
          onValue={timeZone => change({ timeZone })}
        />
      </div>
      <Check
        label="One digest a day"
        isChecked={isDaily}
        onToggle={() => change({ delivery: isDaily ? 'at-once' : 'daily' })}
      />
      {isDaily ? (
        <TextField
          label="Time of the digest"
          type="time"
          value={fields.digestTime}
          onValue={digestTime => change({ digestTime })}
        />
      ) : (
        <Check
          label="Quiet hours"
          isChecked={isQuiet}
          onToggle={() => change(isQuiet ? { quietFrom: null, quietUntil: null } : usualNight)}
        />
      )}
      {!isDaily && isQuiet && (
        <div className="grid grid-cols-2 gap-4">
          <TextField
            label="From"
            type="time"
            value={fields.quietFrom ?? ''}
            onValue={quietFrom => change({ quietFrom })}
          />
          <TextField
            label="Until"
            type="time"
            value={fields.quietUntil ?? ''}
            onValue={quietUntil => change({ quietUntil })}
          />
        </div>
      )}
      <ErrorText>{setAlerts.isError && failureReason(setAlerts.error)}</ErrorText>
      <Button type="submit" variant="primary" isBusy={setAlerts.isPending}>
        Save alerts
      </Button>
    </form>
  )
}

const usualNight = { quietFrom: '22:00', quietUntil: '07:00' }

function newSettings(): AlertSettings {
  return alertSettingsSchema.parse({ timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone })
}

function toggled<T>(all: readonly T[], one: T): T[] {
  return all.includes(one) ? all.filter(each => each !== one) : [...all, one]
}

interface CheckProps {
  label: string
  isChecked: boolean
  onToggle: () => void
}

function Check({ label, isChecked, onToggle }: CheckProps) {
  return (
    <label className="flex items-center gap-2.5 text-sm">
      <input type="checkbox" checked={isChecked} onChange={onToggle} className="size-4 shrink-0 accent-accent" />
      <span className="min-w-0 [overflow-wrap:anywhere]">{label}</span>
    </label>
  )
}
