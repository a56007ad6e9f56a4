/** What a URL answered: the status number, or that there was no answer. The number says it; the tone only repeats it. */
import { ERROR_STATUS_MIN, REDIRECT_STATUS_MIN } from '#shared/constants.ts'
import { Badge, type BadgeTone } from './badge.tsx'

interface HttpStatusProps {
  /** null when there was no answer. */
  status: number | null
}

export function HttpStatus({ status }: HttpStatusProps) {
  return <Badge tone={tone(status)}>{status ?? 'No answer'}</Badge>
}

function tone(status: number | null): BadgeTone {
  if (status === null || status >= ERROR_STATUS_MIN) return 'error'
  return status >= REDIRECT_STATUS_MIN ? 'info' : 'success'
}
