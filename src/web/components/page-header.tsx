/** The head of a screen: its h1, a description, a link back, and actions. */
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'

interface PageHeaderProps {
  title: string
  description?: ReactNode
  /** Buttons and menus at the right. */
  actions?: ReactNode
  back?: { href: string; label: string } | undefined
}

export function PageHeader({ title, description, actions, back }: PageHeaderProps) {
  return (
    <header className="mb-5 flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
      {/* Wide texts break before the actions do. */}
      <div className="flex min-w-0 flex-1 basis-64 items-start gap-2.5">
        {back && (
          <Button href={back.href} size="icon-small" aria-label={back.label} title={back.label} className="mt-0.5">
            <ArrowLeft aria-hidden />
          </Button>
        )}
        <div className="min-w-0">
          <h1 className="font-semibold text-2xl leading-9 tracking-tight">{title}</h1>
          {description && <div className="mt-0.5 min-w-0 text-ink-muted text-sm">{description}</div>}
        </div>
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </header>
  )
}
