/** Dialogs on Radix Dialog: a window in the middle, and the panel of a `Sheet`. Import them from chunks that are loaded on demand. */

import { clsx } from 'clsx'
import { X } from 'lucide-react'
import { Dialog as Parts } from 'radix-ui'
import { type ReactNode, useEffect, useRef } from 'react'

interface DialogProps {
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  title: ReactNode
  /** Second line of the head; read out with the title. */
  description: ReactNode
  isWide?: boolean | undefined
  children: ReactNode
}

/**
 * A window in the middle of a dimmed screen: traps the focus, closes on Escape, on the overlay and by its button, and returns the
 * focus.
 */
export function Dialog({ isOpen, onOpen, title, description, isWide = false, children }: DialogProps) {
  const opener = useRef<Element | null>(null)
  useEscape(isOpen, () => onOpen(false))
  return (
    <Parts.Root open={isOpen} onOpenChange={onOpen}>
      <Parts.Portal>
        <Parts.Overlay className="fixed inset-0 z-40 grid grid-cols-1 items-start justify-items-center overflow-y-auto bg-shade px-4 py-[max(1rem,12dvh)] data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in">
          <Parts.Content
            // Radix gives the focus back to a trigger of its own only.
            onOpenAutoFocus={() => {
              opener.current = document.activeElement
            }}
            onCloseAutoFocus={event => {
              event.preventDefault()
              if (opener.current instanceof HTMLElement) opener.current.focus()
            }}
            className={clsx(
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

export interface SheetProps {
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  title: ReactNode
  /** Line above the title. */
  above?: ReactNode
  /** Second line of the head; read out with the title. */
  description?: ReactNode
  /** Stays in view below the content. */
  footer?: ReactNode
  /** The title takes the focus when the panel opens, instead of the first control. */
  focusesTitle?: boolean | undefined
  side?: 'left' | 'right' | undefined
  children: ReactNode
  className?: string | undefined
}

const sides = {
  left: 'left-0 border-r data-[state=open]:animate-from-left data-[state=closed]:animate-to-left',
  right: 'right-0 border-l data-[state=open]:animate-from-right data-[state=closed]:animate-to-right',
}

/** The panel of a `Sheet` (sheet.tsx). */
export function SheetDialog({ isOpen, onOpen, title, description, side = 'right', children, ...rest }: SheetProps) {
  const { above, footer, focusesTitle = false, className } = rest
  const heading = useRef<HTMLHeadingElement>(null)
  useEscape(isOpen, () => onOpen(false))
  return (
    <Parts.Root open={isOpen} onOpenChange={onOpen}>
      <Parts.Portal>
        <Parts.Overlay className="fixed inset-0 z-40 bg-shade data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in" />
        <Parts.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          onEscapeKeyDown={event => {
            // A panel within closes alone.
            if (event.target instanceof Element && event.target.closest('[data-panel-open]')) event.preventDefault()
          }}
          onOpenAutoFocus={event => {
            if (!focusesTitle) return
            event.preventDefault()
            heading.current?.focus()
          }}
          className={clsx(
            'fixed inset-y-0 z-50 flex w-full flex-col border-line bg-surface shadow-panel soft:max-w-xl',
            sides[side],
            className,
          )}
        >
          <div className="flex items-start gap-3 border-line border-b px-5 py-4">
            <div className="min-w-0 flex-1">
              {above}
              <Parts.Title
                ref={heading}
                tabIndex={focusesTitle ? -1 : undefined}
                className="font-semibold text-lg leading-7 outline-none [overflow-wrap:anywhere]"
              >
                {title}
              </Parts.Title>
              {description && (
                <Parts.Description asChild>
                  <div className="mt-0.5 min-w-0 text-ink-muted text-sm">{description}</div>
                </Parts.Description>
              )}
            </div>
            <Parts.Close
              aria-label="Close"
              className="grid size-8 shrink-0 place-items-center rounded-control text-ink-muted hover:bg-sunken hover:text-ink"
            >
              <X aria-hidden className="size-4" />
            </Parts.Close>
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">{children}</div>
          {footer}
        </Parts.Content>
      </Parts.Portal>
    </Parts.Root>
  )
}

/**
 * Closes an open Radix dialog on Escape while a toast is on show, too: Radix treats the toast as the topmost layer, which alone gets the
 * key. Listens on the document, because a focused button that gets disabled loses the focus.
 */
export function useEscape(isOpen: boolean, onEscape: () => void): void {
  useEffect(() => {
    if (!isOpen) return
    const closeOnEscape = (event: KeyboardEvent) => {
      const isTaken =
        event.defaultPrevented || (event.target instanceof Element && event.target.closest('[data-toasts]'))
      if (event.key !== 'Escape' || isTaken) return
      event.preventDefault()
      onEscape()
    }
    document.addEventListener('keydown', closeOnEscape)
    return () => document.removeEventListener('keydown', closeOnEscape)
  }, [isOpen, onEscape])
}
