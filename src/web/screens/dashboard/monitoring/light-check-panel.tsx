/** Which URLs are checked between crawls, and what the last checks found. */
import { type FormEvent, useState } from 'react'
import type { WebsiteLightChecks } from '#shared/api/light-checks.ts'
import { isUp, type LightResult, MAX_CHECKED_URLS } from '#shared/light-checks.ts'
import { Badge } from '../../../components/badge.tsx'
import { Button } from '../../../components/button.tsx'
import { ErrorText } from '../../../components/error-text.tsx'
import { LoadingState } from '../../../components/fetch-states.tsx'
import { formatDateTime } from '../../../components/format.ts'
import { SelectField } from '../../../components/select.tsx'
import { ErrorState } from '../../../components/states.tsx'
import { TextArea } from '../../../components/text-area.tsx'
import { TextField } from '../../../components/text-field.tsx'
import { failureReason, fetchFailure } from '../../../queries/api-client.ts'
import { useLightChecks, useSetLightChecks } from '../../../queries/light-checks.ts'

export function LightCheckPanel({ websiteId }: { websiteId: number }) {
  const { data, error, refetch } = useLightChecks(websiteId)
  if (data) return <LightChecks websiteId={websiteId} data={data} />
  if (error)
    return <ErrorState message={fetchFailure('The checks could not be loaded', error)} onRetry={() => void refetch()} />
  return <LoadingState message="Loading checks..." rows={3} />
}

const intervals = [
  { minutes: 5, label: 'Every 5 minutes' },
  { minutes: 15, label: 'Every 15 minutes' },
  { minutes: 60, label: 'Every hour' },
  { minutes: 360, label: 'Every 6 hours' },
  { minutes: 1_440, label: 'Every day' },
]

function LightChecks({ websiteId, data }: { websiteId: number; data: WebsiteLightChecks }) {
  const { settings, results, nextCheckAt, minMinutes } = data
  const setChecks = useSetLightChecks(websiteId)
  const [urls, setUrls] = useState(() => (settings?.urls ?? ['/']).join('\n'))
  const [minutes, setMinutes] = useState(settings?.minutes ?? Math.max(15, minMinutes))
  const [slowMs, setSlowMs] = useState(settings?.slowMs ? String(settings.slowMs) : '')
  const options = intervals
    .filter(interval => interval.minutes >= minMinutes || interval.minutes === minutes)
    .map(interval => ({ value: String(interval.minutes), label: interval.label }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const lines = urls.split('\n').flatMap(line => line.trim() || [])
    setChecks.mutate({ urls: lines, minutes, slowMs: slowMs === '' ? null : Number(slowMs) })
  }
  return (
    <div className="space-y-5">
      <form noValidate onSubmit={submit} className="space-y-4">
        <TextArea
          label="URLs"
          hint={`One in each line, at most ${MAX_CHECKED_URLS}: status, redirect, title, noindex and certificate of each, and robots.txt. What got worse goes to the channels of the alerts.`}
          rows={4}
          value={urls}
          onValue={setUrls}
        />
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <SelectField
            label="How often"
            options={options}
            value={String(minutes)}
            onValue={value => setMinutes(Number(value))}
          />
          <TextField
            label="Slower than (ms)"
            hint="Twice in a row; empty: not reported."
            type="number"
            min={1}
            value={slowMs}
            onValue={setSlowMs}
          />
        </div>
        <ErrorText>{setChecks.isError && failureReason(setChecks.error)}</ErrorText>
        <Button type="submit" variant="primary" isBusy={setChecks.isPending}>
          Save checks
        </Button>
      </form>
      {nextCheckAt !== null && <p className="text-sm">Next check: {formatDateTime(nextCheckAt)}</p>}
      {results.length > 0 && (
        <ul aria-label="Last checks" className="space-y-2 text-sm">
          {results.map(result => (
            <Result key={result.url} result={result} />
          ))}
        </ul>
      )}
    </div>
  )
}

function Result({ result }: { result: LightResult }) {
  const { url, status, failure, finalUrl, responseMs, isNoindex, certificateDays, checkedAt } = result
  const isResponding = isUp(result)
  const facts = [
    failure,
    !isResponding || finalUrl === url ? '' : `leads to ${finalUrl}`,
    isResponding && isNoindex ? 'noindex' : '',
    responseMs === null ? '' : `${responseMs} ms`,
    !isResponding || certificateDays === null ? '' : `certificate: ${certificateDays} days`,
    formatDateTime(checkedAt),
  ].filter(text => text !== '')
  return (
    <li className="border-line border-t pt-2 [overflow-wrap:anywhere]">
      <Badge tone={isResponding ? 'success' : 'error'}>{status ?? 'No response'}</Badge> {url}
      <p className="text-ink-muted text-xs">{facts.join(' · ')}</p>
    </li>
  )
}
