/** When the figures on show were fetched; and, when they could not be renewed since, that they are old and why. */
import { TriangleAlert } from 'lucide-react'
import { serverMessage } from '../../queries/api-client.ts'

const timeOfDay = new Intl.DateTimeFormat('en', { timeStyle: 'medium' })

interface FiguresNoteProps {
  /** Epoch milliseconds. */
  atMs: number
  /** Of the newest attempt to renew them; null when it succeeded. */
  error: Error | null
}

export function FiguresNote({ atMs, error }: FiguresNoteProps) {
  const at = new Date(atMs)
  return (
    <div className="figures text-sm sm:text-right">
      <p className="text-ink-muted">
        Figures from <time dateTime={at.toISOString()}>{timeOfDay.format(at)}</time>
      </p>
      <p role="status" className="text-warning">
        {error && (
          <>
            <TriangleAlert aria-hidden className="mr-1 inline size-3.5 align-[-0.125em]" />
            Not refreshed since: {serverMessage(error) ?? 'the server does not answer'}. Trying again.
          </>
        )}
      </p>
    </div>
  )
}
