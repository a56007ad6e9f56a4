/** The last messages of a channel, with the response to each, and a button that sends one again. */
import type { DeliveryState } from '#shared/alerts.ts'
import { Badge } from '../../../components/badge.tsx'
import { Button } from '../../../components/button.tsx'
import { LoadingState } from '../../../components/fetch-states.tsx'
import { formatDateTime } from '../../../components/format.ts'
import { ErrorState } from '../../../components/states.tsx'
import { useDeliveries, useResend } from '../../../queries/alerts.ts'
import { fetchFailure } from '../../../queries/api-client.ts'

const stateLabels: Record<DeliveryState, string> = { waiting: 'Waiting', delivered: 'Delivered', failed: 'Failed' }
const stateTones = { waiting: 'neutral', delivered: 'success', failed: 'error' } as const

export function DeliveryLog({ channelId }: { channelId: number }) {
  const { data, error } = useDeliveries(channelId)
  const resend = useResend(channelId)
  if (error) return <ErrorState message={fetchFailure('The messages could not be loaded', error)} />
  if (!data) return <LoadingState message="Loading messages..." rows={2} />
  if (data.length === 0) return <p>No message was sent yet.</p>
  return (
    <ul aria-label="Messages" className="space-y-2">
      {data.map(({ id, state, createdAt, alerts, attempts, status, response, nextAttemptAt }) => (
        <li key={id} className="space-y-1 border-line border-t pt-2">
          <div className="flex flex-wrap items-center gap-2">
            <Badge tone={stateTones[state]}>{stateLabels[state]}</Badge>
            <span>{formatDateTime(createdAt)}</span>
            <span className="text-ink-muted">
              {alerts.length === 1 ? alerts[0]?.message : `${alerts.length} alerts`}
            </span>
          </div>
          <p className="text-ink-muted text-xs [overflow-wrap:anywhere]">
            {attempts === 1 ? '1 attempt' : `${attempts} attempts`}
            {status !== null && `, status ${status}`}
            {response !== '' && `: ${response}`}
            {nextAttemptAt !== null && `. Next attempt: ${formatDateTime(nextAttemptAt)}`}
          </p>
          {state !== 'waiting' && (
            <Button size="small" isBusy={resend.isPending} onClick={() => resend.mutate(id)}>
              Send again
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
