import { plainText } from '#shared/plain-text.ts'
import { Button } from '../../components/button.tsx'
import type { ClearedSubject } from './clear-data-dialog.tsx'

interface ClearDataButtonProps {
  crawl: ClearedSubject
  onClear: (subject: ClearedSubject) => void
}

/** Leads to the question whether all data of the crawl's website are to be cleared. */
export function ClearDataButton({ crawl, onClear }: ClearDataButtonProps) {
  return (
    <Button
      size="small"
      variant="ghost"
      aria-label={`Clear data of ${plainText(crawl.url)}`}
      onClick={() => onClear(crawl)}
    >
      Clear data
    </Button>
  )
}
