/** What can be done with the selected rows of a list, at the foot of the window. */
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { formatNumber } from './format.ts'

interface SelectionBarProps {
  /** For assistive technology: what is selected. */
  label: string
  count: number
  onClear: () => void
  /** The actions. */
  children: ReactNode
}

export function SelectionBar({ label, count, onClear, children }: SelectionBarProps) {
  return (
    <section
      aria-label={label}
      className="fixed inset-x-0 bottom-0 z-30 border-line border-t bg-raised px-4 py-3 shadow-raised md:left-60"
    >
      <div className="mx-auto flex max-w-[87rem] flex-wrap items-center gap-2">
        <p role="status" className="figures mr-2 font-medium text-sm">
          {formatNumber(count)} selected
        </p>
        {children}
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
