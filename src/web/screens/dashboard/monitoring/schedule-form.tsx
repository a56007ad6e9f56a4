/** The fields of a schedule: how often, when, and in which time zone. */
import { type FormEvent, useState } from 'react'
import {
  frequencyLabels,
  MAX_MONTH_DAY,
  type Schedule,
  type ScheduleFrequency,
  scheduleFrequencies,
  weekdays,
} from '#shared/schedule.ts'
import { Button } from '../../../components/button.tsx'
import { ErrorText } from '../../../components/error-text.tsx'
import { SelectField } from '../../../components/select.tsx'
import { TextField } from '../../../components/text-field.tsx'
import { failureReason } from '../../../queries/api-client.ts'
import { useSetSchedule } from '../../../queries/schedules.ts'

interface ScheduleFormProps {
  websiteId: number
  /** null for a new one. */
  schedule: Schedule | null
  /** The shortest time between two crawls. */
  minMinutes: number
}

const frequencyOptions = scheduleFrequencies.map(value => ({ value, label: frequencyLabels[value] }))
const weekdayOptions = weekdays.map((label, index) => ({ value: String(index), label }))
const dayOptions = Array.from({ length: MAX_MONTH_DAY }, (_, index) => ({
  value: String(index + 1),
  label: String(index + 1),
}))

export function ScheduleForm({ websiteId, schedule, minMinutes }: ScheduleFormProps) {
  const [fields, setFields] = useState<Schedule>(() => schedule ?? newSchedule())
  const setSchedule = useSetSchedule(websiteId)
  const change = (changes: Partial<Schedule>) => setFields(before => ({ ...before, ...changes }))
  const { frequency } = fields
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSchedule.mutate({ ...fields, isPaused: false })
  }
  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <SelectField
          label="How often"
          options={frequencyOptions}
          value={frequency}
          onValue={value => change({ frequency: frequencyOf(value) })}
        />
        {frequency === 'weekly' && (
          <SelectField
            label="Weekday"
            options={weekdayOptions}
            value={String(fields.weekday)}
            onValue={value => change({ weekday: Number(value) })}
          />
        )}
        {frequency === 'monthly' && (
          <SelectField
            label="Day of the month"
            options={dayOptions}
            value={String(fields.day)}
            onValue={value => change({ day: Number(value) })}
          />
        )}
        {frequency === 'cron' ? (
          <TextField
            label="Cron expression"
            hint={`Minute, hour, day of the month, month, weekday. At least ${minMinutes} minutes apart.`}
            placeholder="30 4 * * 1-5"
            autoComplete="off"
            spellCheck={false}
            value={fields.cron}
            onValue={cron => change({ cron })}
          />
        ) : (
          <TextField label="Time" type="time" value={fields.time} onValue={time => change({ time })} />
        )}
        <TextField
          label="Time zone"
          hint="Such as Europe/Berlin."
          autoComplete="off"
          spellCheck={false}
          value={fields.timeZone}
          onValue={timeZone => change({ timeZone })}
        />
      </div>
      <p className="text-ink-muted text-xs">
        Crawls begin some minutes later, so that not all websites begin at once. A crawl that was missed is made up
        once.
      </p>
      <ErrorText>{setSchedule.isError && failureReason(setSchedule.error)}</ErrorText>
      <Button type="submit" variant="primary" isBusy={setSchedule.isPending}>
        {schedule === null ? 'Schedule crawls' : 'Save schedule'}
      </Button>
    </form>
  )
}

function newSchedule(): Schedule {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return { frequency: 'weekly', time: '03:00', weekday: 1, day: 1, cron: '', timeZone, isPaused: false }
}

function frequencyOf(value: string): ScheduleFrequency {
  return scheduleFrequencies.find(each => each === value) ?? 'weekly'
}
