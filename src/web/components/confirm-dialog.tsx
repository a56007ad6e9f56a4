/** Requests confirmation before an action that cannot be undone. A native modal dialog: keeps the focus, closes on Escape, returns the focus. */
import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from './button.tsx'

interface ConfirmDialogProps {
  isOpen: boolean
  /** A question. */
  title: string
  /** What is affected, and what will happen. */
  children: ReactNode
  /** The action, such as "Clear data". */
  confirmLabel: string
  isDestructive?: boolean | undefined
  isBusy?: boolean | undefined
  onConfirm: () => void
  onClose: () => void
}

export function ConfirmDialog({
  isOpen,
  title,
  children,
  confirmLabel,
  onConfirm,
  onClose,
  ...rest
}: ConfirmDialogProps) {
  const { isDestructive = false, isBusy = false } = rest
  const frame = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const textId = useId()
  useEffect(() => {
    if (isOpen && !frame.current?.open) frame.current?.showModal()
    if (!isOpen && frame.current?.open) frame.current.close()
  }, [isOpen])
  // The frame has no padding of its own, so that only clicks beside it have it as their target.
  const closeBeside = (event: MouseEvent<HTMLDialogElement>) => {
    if (event.target === event.currentTarget) event.currentTarget.close()
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same, by the browser itself
    <dialog
      ref={frame}
      aria-labelledby={titleId}
      aria-describedby={textId}
      onClose={onClose}
      onClick={closeBeside}
      className="mx-auto mt-[max(1rem,12dvh)] mb-auto w-[min(28rem,calc(100vw-2rem))] rounded-card border border-line bg-surface text-ink shadow-panel backdrop:bg-shade open:animate-rise"
    >
      {isOpen && (
        <div className="p-5 sm:p-6">
          <h2 id={titleId} className="font-semibold text-lg leading-7">
            {title}
          </h2>
          <div id={textId} className="mt-3 space-y-2 text-ink-muted text-sm">
            {children}
          </div>
          <div className="mt-5 flex flex-wrap justify-end gap-2">
            <Button onClick={() => frame.current?.close()}>Cancel</Button>
            <Button variant={isDestructive ? 'destructive' : 'primary'} isBusy={isBusy} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </div>
        </div>
      )}
    </dialog>
  )
}
