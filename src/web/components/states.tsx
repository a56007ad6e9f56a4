/** Replaces content: an empty state, or an error. */

import { clsx } from 'clsx'
import { CircleAlert, Inbox, type LucideIcon, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'

interface EmptyStateProps {
  title: string
  description?: ReactNode
  icon?: LucideIcon | undefined
  /** What to do next: a button or a link. */
  action?: ReactNode
  className?: string | undefined
}

/** Nothing to show: says so, with the next step. */
export function EmptyState({ title, description, icon: Icon = Inbox, action, className }: EmptyStateProps) {
  return (
    <div className={clsx('flex flex-col items-center gap-1 text-center soft:px-6 soft:py-12', className)}>
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
  /** Such as "Failed to fetch pages: Not Found". */
  message: string
  /** The server's message, or what to do next. */
  detail?: ReactNode
  onRetry?: (() => void) | undefined
  action?: ReactNode
  className?: string | undefined
}

/** An error: what failed, the reason if known, and a way to retry. */
export function ErrorState({ message, detail, onRetry, action, className }: ErrorStateProps) {
  return (
    <div role="alert" className={clsx('flex flex-col items-center gap-1 text-center soft:px-6 soft:py-12', className)}>
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
              Try Again
            </Button>
          )}
          {action}
        </div>
      )}
    </div>
  )
}
