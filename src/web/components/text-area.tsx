/** A field for several lines of code or URLs, with its label above, and its message and hint below. */
import { clsx } from 'clsx'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { ErrorText } from './error-text.tsx'
import { controlLook } from './text-field.tsx'

interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'id' | 'onChange' | 'value'> {
  label: string
  /** What may be entered. */
  hint?: ReactNode
  /** What is wrong with the text. */
  message?: string | undefined
  value: string
  onValue: (value: string) => void
}

export function TextArea({ label, hint, message, value, onValue, className, ...props }: TextAreaProps) {
  const id = useId()
  const isInvalid = message !== undefined
  const describedBy = [isInvalid && `${id}-message`, hint !== undefined && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className="flex min-w-0 flex-col">
      <label htmlFor={id} className="mb-1.5 block font-medium text-sm">
        {label}
      </label>
      <textarea
        id={id}
        rows={6}
        wrap="off"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        aria-invalid={isInvalid || undefined}
        aria-describedby={describedBy || undefined}
        className={clsx(controlLook, 'figures min-h-24 resize-y py-2 leading-6', className)}
        value={value}
        onChange={event => onValue(event.target.value)}
        {...props}
      />
      <ErrorText id={`${id}-message`} className="mt-1 [overflow-wrap:anywhere]">
        {isInvalid && message}
      </ErrorText>
      {hint !== undefined && (
        <p id={`${id}-hint`} className="mt-1.5 text-ink-muted text-xs leading-5">
          {hint}
        </p>
      )}
    </div>
  )
}
