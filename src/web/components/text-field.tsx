/** A text field with its label above and its message below; both belong to it for screen readers, too. */
import { type ReactNode, useId } from 'react'
import { Input, type InputProps } from './input.tsx'

interface TextFieldProps extends Omit<InputProps, 'id' | 'isInvalid' | 'aria-describedby'> {
  label: string
  /** What is wrong with what stands in it. */
  message?: string | undefined
  /** At the right end, inside of the field's edge. */
  action?: ReactNode
}

export function TextField({ label, message, action, ...props }: TextFieldProps) {
  const id = useId()
  const messageId = `${id}-message`
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-medium text-sm">
        {label}
      </label>
      <div className="relative">
        <Input
          id={id}
          isInvalid={message !== undefined}
          aria-describedby={message === undefined ? undefined : messageId}
          {...props}
        />
        {action}
      </div>
      {message !== undefined && (
        <p id={messageId} role="alert" className="mt-1 text-error text-sm">
          {message}
        </p>
      )}
    </div>
  )
}
