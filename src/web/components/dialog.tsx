/**
 * A small window in the middle of a dimmed screen (Radix Dialog): traps focus, closes on Escape, on the overlay and by its button, and
 * gives the focus back. Import it from a chunk that is loaded on demand: no screen needs it before somebody opens one.
 */
import { X } from 'lucide-react'
import { Dialog as Parts } from 'radix-ui'
import { type ReactNode, useRef } from 'react'
import { classNames } from './class-names.ts'
import { useEscape } from './use-escape.ts'

interface DialogProps {
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  title: ReactNode
  /** Second line of the head; read out with the title. */
  description: ReactNode
  isWide?: boolean | undefined
  children: ReactNode
}

export function Dialog({ isOpen, onOpen, title, description, isWide = false, children }: DialogProps) {
  const opener = useRef<Element | null>(null)
  useEscape(isOpen, () => onOpen(false))
  return (
    <Parts.Root open={isOpen} onOpenChange={onOpen}>
      <Parts.Portal>
        <Parts.Overlay className="fixed inset-0 z-40 grid items-start justify-items-center overflow-y-auto bg-shade px-4 py-[max(1rem,12dvh)] data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in">
          <Parts.Content
            // Radix gives the focus back to a trigger of its own only.
            onOpenAutoFocus={() => {
              opener.current = document.activeElement
            }}
            onCloseAutoFocus={event => {
              event.preventDefault()
              if (opener.current instanceof HTMLElement) opener.current.focus()
            }}
            className={classNames(
              'relative z-50 w-full rounded-card border border-line bg-surface p-5 shadow-panel data-[state=closed]:animate-fade-out data-[state=open]:animate-rise sm:p-6',
              isWide ? 'max-w-lg' : 'max-w-sm',
            )}
          >
            <Parts.Title className="pr-8 font-semibold text-lg leading-7 [overflow-wrap:anywhere]">{title}</Parts.Title>
            <Parts.Description className="mt-0.5 text-ink-muted text-sm">{description}</Parts.Description>
            <div className="mt-5">{children}</div>
            {/* The last: the first field takes the focus when the dialog opens. */}
            <Parts.Close
              aria-label="Close"
              className="absolute top-4 right-4 grid size-8 place-items-center rounded-control text-ink-muted hover:bg-sunken hover:text-ink"
            >
              <X aria-hidden className="size-4" />
            </Parts.Close>
          </Parts.Content>
        </Parts.Overlay>
      </Parts.Portal>
    </Parts.Root>
  )
}
