/** A card: a surface with a border around one subject. `CardTitle` is a heading of level 2 by default. */

import { clsx } from 'clsx'
import type { ComponentProps } from 'react'

export function Card({ className, ...props }: ComponentProps<'section'>) {
  return (
    <section className={clsx('min-w-0 rounded-card border border-line bg-surface shadow-card', className)} {...props} />
  )
}

export function CardHeader({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      className={clsx(
        'flex flex-wrap items-center justify-between gap-x-4 gap-y-2 soft:px-4 soft:pt-4 soft:sm:px-5',
        className,
      )}
      {...props}
    />
  )
}

interface CardTitleProps extends ComponentProps<'h2'> {
  level?: 2 | 3 | undefined
}

export function CardTitle({ level = 2, className, ...props }: CardTitleProps) {
  const Heading = level === 2 ? 'h2' : 'h3'
  return <Heading className={clsx('font-semibold text-[0.9375rem] leading-6', className)} {...props} />
}

export function CardContent({ className, ...props }: ComponentProps<'div'>) {
  return <div className={clsx('soft:p-4 soft:sm:p-5', className)} {...props} />
}
