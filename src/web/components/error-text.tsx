import { clsx } from 'clsx'
import type { ComponentProps } from 'react'

/** What is wrong, read out when it appears; nothing as long as there is no such text. */
export function ErrorText({ children, className, ...props }: ComponentProps<'p'>) {
  if (!children) return null
  return (
    <p role="alert" className={clsx('text-error text-sm', className)} {...props}>
      {children}
    </p>
  )
}
