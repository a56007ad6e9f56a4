/** A text field. The caller gives it a label; `isInvalid` marks it and points at the message (`aria-describedby`). */
import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'

export interface InputProps extends ComponentProps<'input'> {
  isInvalid?: boolean | undefined
}

export const controlLook =
  'rounded-control border border-line-strong bg-surface text-ink transition-colors soft:h-10 soft:w-full soft:min-w-0 soft:px-3 soft:text-sm hover:border-ink-faint disabled:opacity-55 aria-invalid:border-error'

export function Input({ isInvalid = false, className, ...props }: InputProps) {
  return <input className={classNames(controlLook, className)} aria-invalid={isInvalid || undefined} {...props} />
}
