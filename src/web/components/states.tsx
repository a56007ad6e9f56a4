/** Nothing to show, said in words with the next step: never a bare blank area. */
/** Something could not be fetched: what, why as far as we know, and a way to try again. */
import { CircleAlert, Inbox, type LucideIcon, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'

interface EmptyStateProps {
  title: string
  description?: ReactNode
  icon?: LucideIcon | undefined
  /** What to do next: a button or a link. */
  action?: ReactNode
  className?: string | undefined
}

export function EmptyState({ title, description, icon: Icon = Inbox, action, className }: EmptyStateProps) {
  return (
    <div className={classNames('flex flex-col items-center gap-1 text-center soft:px-6 soft:py-12', className)}>
      <span className="mb-3 grid size-11 place-items-center rounded-full bg-accent-soft text-accent">
        <Icon aria-hidden className="size-5" />
      </span>
      <p className="font-semibold">{title}</p>
      {description && <p className="max-w-prose text-ink-muted text-sm">{description}</p>}
      {action && <div className="mt-4 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  )
}

interface ErrorStateProps {
  /** The sentence of the error catalogue, such as "Failed to fetch pages: Not Found". */
  message: string
  /** The server's own words, or what to do next. */
  detail?: ReactNode
  onRetry?: (() => void) | undefined
  action?: ReactNode
  className?: string | undefined
}

export function ErrorState({ message, detail, onRetry, action, className }: ErrorStateProps) {
  return (
    <div
      role="alert"
      className={classNames('flex flex-col items-center gap-1 text-center soft:px-6 soft:py-12', className)}
    >
      <span className="mb-3 grid size-11 place-items-center rounded-full bg-error-soft text-error">
        <CircleAlert aria-hidden className="size-5" />
      </span>
      <p className="font-semibold">{message}</p>
      {detail && <p className="max-w-prose text-ink-muted text-sm">{detail}</p>}
      {(onRetry || action) && (
        <div className="mt-4 flex flex-wrap justify-center gap-2">
          {onRetry && (
            <Button onClick={onRetry}>
              <RotateCw aria-hidden />
              Retry
            </Button>
          )}
          {action}
        </div>
      )}
    </div>
  )
}
