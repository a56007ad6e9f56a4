/** The HTTP status of a URL as a badge. Its tone repeats what the number says. */
import { ERROR_STATUS_MIN, REDIRECT_STATUS_MIN } from '#shared/constants.ts'
import { Badge, type BadgeTone } from './badge.tsx'

interface HttpStatusProps {
  /** null when there was no response. */
  status: number | null
}

export function HttpStatus({ status }: HttpStatusProps) {
  return <Badge tone={tone(status)}>{status ?? 'No response'}</Badge>
}

function tone(status: number | null): BadgeTone {
  if (status === null || status >= ERROR_STATUS_MIN) return 'error'
  return status >= REDIRECT_STATUS_MIN ? 'info' : 'success'
}
