/**
 * Stops a crawl or clears its data. Stopping is confirmed in place: "Keep" takes the place of "Stop", so that a double click changes
 * nothing.
 */
import { LoaderCircle, Square } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import type { OperationsCrawl } from '#shared/api/operations.ts'
import { plainText } from '#shared/plain-text.ts'
import { Badge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { useStopAnyCrawl } from '../../queries/operations.ts'
import { ClearDataButton, type ClearedSubject } from './clear-data.tsx'

interface CrawlActionsProps {
  crawl: OperationsCrawl
  onClear: CrawlListProps['onClear']
}

export function CrawlActions({ crawl, onClear }: CrawlActionsProps) {
  const { mutate, isPending, isSuccess } = useStopAnyCrawl()
  const [isConfirming, setConfirming] = useState(false)
  const focused = useFocusOnChange(isConfirming)
  // After the response, pages in progress are still finished.
  const isStopping = isPending || isSuccess || crawl.isStopRequested
  const stop = () => {
    setConfirming(false)
    mutate(crawl.crawlId)
  }
  if (isConfirming && !isStopping)
    return (
      // biome-ignore lint/a11y/useSemanticElements: a fieldset would be drawn as a form, which this is not
      <div
        role="group"
        aria-label={`Stop the crawl of ${plainText(crawl.url)}?`}
        className="flex justify-end gap-2"
        onKeyDown={event => event.key === 'Escape' && setConfirming(false)}
      >
        <Button size="small" variant="destructive" onClick={stop}>
          Stop crawl
        </Button>
        <Button size="small" ref={focused} onClick={() => setConfirming(false)}>
          Keep
        </Button>
      </div>
    )
  return (
    <div className="flex items-center justify-end gap-2">
      <ClearDataButton crawl={crawl} onClear={onClear} />
      {isStopping ? (
        <Badge role="status" tone="warning">
          <LoaderCircle aria-hidden className="animate-spin" />
          Stopping
        </Badge>
      ) : (
        <Button
          size="small"
          ref={focused}
          aria-label={`Stop the crawl of ${plainText(crawl.url)}`}
          onClick={() => setConfirming(true)}
        >
          <Square aria-hidden />
          Stop
        </Button>
      )}
    </div>
  )
}

/** Focuses the element of the ref whenever the value changes, not on the first render. */
function useFocusOnChange(value: boolean) {
  const target = useRef<HTMLButtonElement>(null)
  const before = useRef(value)
  useLayoutEffect(() => {
    if (before.current !== value) target.current?.focus()
    before.current = value
  }, [value])
  return target
}

/** The properties of every list of crawls. */
export interface CrawlListProps {
  /** undefined while loading. */
  crawls: readonly OperationsCrawl[] | undefined
  /** When the figures were fetched, in epoch milliseconds. */
  nowMs: number
  /** Opens the confirmation to clear the data of a website. */
  onClear: (subject: ClearedSubject) => void
}
