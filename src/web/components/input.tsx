/** A text field. The caller gives it a label; `isInvalid` marks it and points at the message (`aria-describedby`). */
import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'

export interface InputProps extends ComponentProps<'input'> {
  isInvalid?: boolean | undefined
}

export const controlLook =
  'h-10 w-full min-w-0 rounded-control border border-line-strong bg-surface px-3 text-ink text-sm transition-colors hover:border-ink-faint disabled:opacity-55 aria-invalid:border-error'

export function Input({ isInvalid = false, className, ...props }: InputProps) {
  return <input className={classNames(controlLook, className)} aria-invalid={isInvalid || undefined} {...props} />
}
