/** What can be done with the selected pages, at the foot of the window. */
import { X } from 'lucide-react'
import { Button } from '../../components/button.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { formatNumber } from '../../components/format.ts'

interface SelectionBarProps {
  urls: readonly string[]
  onClear: () => void
}

export function SelectionBar({ urls, onClear }: SelectionBarProps) {
  return (
    <section
      aria-label="Selected pages"
      className="fixed inset-x-0 bottom-0 z-30 border-line border-t bg-raised px-4 py-3 shadow-raised md:left-60"
    >
      <div className="mx-auto flex max-w-[87rem] flex-wrap items-center gap-2">
        <p role="status" className="figures mr-2 font-medium text-sm">
          {formatNumber(urls.length)} selected
        </p>
        <CopyButton text={urls.join('\n')} what="URLs" />
        <Button
          size="icon-small"
          variant="ghost"
          aria-label="Clear the selection"
          onClick={onClear}
          className="ml-auto"
        >
          <X aria-hidden />
        </Button>
      </div>
    </section>
  )
}
