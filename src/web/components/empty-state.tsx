/** Nothing to show, said in words with the next step: never a bare blank area. */
import { Inbox, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
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
