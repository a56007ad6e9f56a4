/** Badges: a short word or number in a pill. The text must be clear without its colour. */

import { clsx } from 'clsx'
import { CircleAlert, Info, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { ComponentProps } from 'react'
import { isErrorStatus, isRedirection } from '#shared/http-status.ts'
import type { Severity } from '#shared/model.ts'

export const badgeTones = {
  neutral: 'border-line bg-sunken text-ink-muted',
  accent: 'border-transparent bg-accent-soft text-accent',
  error: 'border-error-line bg-error-soft text-error',
  warning: 'border-warning-line bg-warning-soft text-warning',
  info: 'border-info-line bg-info-soft text-info',
  success: 'border-success-line bg-success-soft text-success',
} as const
export type BadgeTone = keyof typeof badgeTones

export interface BadgeProps extends ComponentProps<'span'> {
  tone?: BadgeTone | undefined
}

export function Badge({ tone = 'neutral', className, ...props }: BadgeProps) {
  return (
    <span
      className={clsx(
        'figures inline-flex w-fit shrink-0 items-center gap-1 rounded-full border font-medium text-xs leading-4 whitespace-nowrap soft:px-2 soft:py-0.5 [&_svg]:size-3.5 [&_svg]:shrink-0',
        badgeTones[tone],
        className,
      )}
      {...props}
    />
  )
}

export const severityLooks: Record<Severity, { label: string; icon: LucideIcon; text: string }> = {
  error: { label: 'Error', icon: CircleAlert, text: 'text-error' },
  warning: { label: 'Warning', icon: TriangleAlert, text: 'text-warning' },
  info: { label: 'Info', icon: Info, text: 'text-info' },
}

interface SeverityProps {
  severity: Severity
  className?: string | undefined
}

/** The severity by icon, word and colour. */
export function SeverityBadge({ severity, className }: SeverityProps) {
  const { label, icon: Icon } = severityLooks[severity]
  return (
    <Badge tone={severity} className={className}>
      <Icon aria-hidden />
      {label}
    </Badge>
  )
}

interface HttpStatusProps {
  /** null when there was no response. */
  status: number | null
}

/** The HTTP status of a URL. */
export function HttpStatus({ status }: HttpStatusProps) {
  return <Badge tone={tone(status)}>{status ?? 'No response'}</Badge>
}

function tone(status: number | null): BadgeTone {
  if (status === null || isErrorStatus(status)) return 'error'
  return isRedirection(status) ? 'info' : 'success'
}
