/** Text fields: the bare input, and one with its label. */

import { clsx } from 'clsx'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { ErrorText } from './error-text.tsx'

interface InputProps extends ComponentProps<'input'> {
  isInvalid?: boolean | undefined
}

export const controlLook =
  'rounded-control border border-line-strong bg-surface text-ink transition-colors soft:h-10 soft:w-full soft:min-w-0 soft:px-3 soft:text-sm hover:border-ink-faint disabled:opacity-55 aria-invalid:border-error'

/** An input; the caller labels it. `isInvalid` marks it, and `aria-describedby` should name the message. */
export function Input({ isInvalid = false, className, ...props }: InputProps) {
  return <input className={clsx(controlLook, className)} aria-invalid={isInvalid || undefined} {...props} />
}

interface TextFieldProps extends Omit<InputProps, 'id' | 'isInvalid' | 'aria-describedby' | 'value' | 'onChange'> {
  label: string
  /** What may be entered. */
  hint?: ReactNode
  /** What is wrong with the text. */
  message?: string | undefined
  value: string | number
  onValue: (value: string) => void
  /** Shown at the right end inside the field. */
  action?: ReactNode
}

/** An input with its label above, and its message and hint below; screen readers get all of them. */
export function TextField({ label, hint, message, onValue, action, ...props }: TextFieldProps) {
  const id = useId()
  const messageId = `${id}-message`
  const hintId = `${id}-hint`
  const describedBy = [message !== undefined && messageId, hint !== undefined && hintId].filter(Boolean).join(' ')
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-medium text-sm">
        {label}
      </label>
      <div className="relative">
        <Input
          id={id}
          isInvalid={message !== undefined}
          aria-describedby={describedBy || undefined}
          onChange={event => onValue(event.target.value)}
          {...props}
        />
        {action}
      </div>
      <ErrorText id={messageId} className="mt-1">
        {message}
      </ErrorText>
      {hint !== undefined && (
        <p id={hintId} className="mt-1.5 text-ink-muted text-xs">
          {hint}
        </p>
      )}
    </div>
  )
}
