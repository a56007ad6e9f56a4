/** A panel below its button, which Escape and a click elsewhere close. Its content is rendered only while it is open. */
import { clsx } from 'clsx'
import { type ReactNode, Suspense, useEffect, useId, useRef, useState } from 'react'
import { Button, type ButtonProps } from './button.tsx'

interface DisclosurePanelProps {
  /** Accessible name of the panel. */
  label: string
  /** Icon and text of the button. */
  button: ReactNode
  variant?: ButtonProps['variant']
  size?: ButtonProps['size']
  className?: string | undefined
  /** Width and side of the panel. */
  panelClassName?: string | undefined
  children: (close: () => void) => ReactNode
}

export function DisclosurePanel({
  label,
  button,
  variant,
  size,
  className,
  panelClassName,
  children,
}: DisclosurePanelProps) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const frame = useRef<HTMLDivElement>(null)
  const trigger = useRef<HTMLButtonElement>(null)
  const close = () => {
    setOpen(false)
    trigger.current?.focus()
  }
  useEffect(() => {
    if (!isOpen) return
    const closeElsewhere = (event: PointerEvent) => {
      if (event.target instanceof Node && !frame.current?.contains(event.target)) setOpen(false)
    }
    document.addEventListener('pointerdown', closeElsewhere)
    return () => document.removeEventListener('pointerdown', closeElsewhere)
  }, [isOpen])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the panel from any control in it
    <div
      ref={frame}
      className={clsx('relative', className)}
      data-panel-open={isOpen || undefined}
      onKeyDown={event => {
        if (event.key !== 'Escape' || !isOpen) return
        event.stopPropagation()
        close()
      }}
    >
      <Button
        ref={trigger}
        variant={variant}
        size={size}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
        className="w-full aria-expanded:bg-accent-soft aria-expanded:text-accent"
      >
        {button}
      </Button>
      {isOpen && (
        <section
          id={id}
          aria-label={label}
          className={clsx(
            'absolute top-full z-30 mt-1.5 animate-rise rounded-card border border-line bg-raised shadow-panel',
            panelClassName,
          )}
        >
          <Suspense fallback={null}>{children(close)}</Suspense>
        </section>
      )}
    </div>
  )
}
