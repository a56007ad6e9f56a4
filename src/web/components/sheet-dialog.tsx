/** The body of a Sheet, on Radix Dialog. A chunk of its own: no screen needs it before somebody opens a panel. */
import { X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { useEscape } from './use-escape.ts'

export interface SheetProps {
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  title: ReactNode
  /** Second line of the head; read out with the title. */
  description?: ReactNode
  side?: 'left' | 'right' | undefined
  children: ReactNode
  className?: string | undefined
}

const sides = {
  left: 'left-0 border-r data-[state=open]:animate-from-left data-[state=closed]:animate-to-left',
  right: 'right-0 border-l data-[state=open]:animate-from-right data-[state=closed]:animate-to-right',
}

export function SheetDialog({ isOpen, onOpen, title, description, side = 'right', children, className }: SheetProps) {
  useEscape(isOpen, () => onOpen(false))
  return (
    <Dialog.Root open={isOpen} onOpenChange={onOpen}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-shade data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in" />
        <Dialog.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          className={classNames(
            'fixed inset-y-0 z-50 flex w-full flex-col border-line bg-surface shadow-panel soft:max-w-xl',
            sides[side],
            className,
          )}
        >
          <div className="flex items-start gap-3 border-line border-b px-5 py-4">
            <div className="min-w-0 flex-1">
              <Dialog.Title className="font-semibold text-lg leading-7">{title}</Dialog.Title>
              {description && (
                <Dialog.Description asChild>
                  <div className="mt-0.5 min-w-0 text-ink-muted text-sm">{description}</div>
                </Dialog.Description>
              )}
            </div>
            <Dialog.Close
              aria-label="Close"
              className="grid size-8 shrink-0 place-items-center rounded-control text-ink-muted hover:bg-sunken hover:text-ink"
            >
              <X aria-hidden className="size-4" />
            </Dialog.Close>
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">{children}</div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
