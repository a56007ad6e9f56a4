/** A short word or number in a pill. The word must be clear without the tone. */
import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'

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
      className={classNames(
        'figures inline-flex w-fit shrink-0 items-center gap-1 rounded-full border font-medium text-xs leading-4 whitespace-nowrap soft:px-2 soft:py-0.5 [&_svg]:size-3.5 [&_svg]:shrink-0',
        badgeTones[tone],
        className,
      )}
      {...props}
    />
  )
}
