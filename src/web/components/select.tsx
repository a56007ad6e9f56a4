/** A native select with our edge and arrow: the system's list is what a phone, a keyboard and a screen reader do best. */

import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { controlLook } from './text-field.tsx'

export interface SelectOption {
  value: string
  label: string
}

export interface SelectProps extends Omit<ComponentProps<'select'>, 'children' | 'onChange' | 'value'> {
  /** Accessible name; `SelectField` has a visible label, where there is room. */
  label?: string | undefined
  options: readonly SelectOption[]
  value: string
  onValue: (value: string) => void
}

export function Select({ label, options, value, onValue, className, ...props }: SelectProps) {
  return (
    <span className={clsx('relative soft:inline-block soft:min-w-0', className)}>
      <select
        aria-label={label}
        value={value}
        onChange={event => onValue(event.target.value)}
        className={clsx(controlLook, 'appearance-none truncate pr-9')}
        {...props}
      >
        {options.map(option => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden className="pointer-events-none absolute top-3 right-3 size-4 text-ink-faint" />
    </span>
  )
}

interface SelectFieldProps extends Omit<SelectProps, 'id' | 'label'> {
  label: string
  /** What the choice means. */
  hint?: ReactNode
}

/** As wide as its place, with its label above and its hint below. */
export function SelectField({ label, hint, className, ...props }: SelectFieldProps) {
  const id = useId()
  const hintId = `${id}-hint`
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-medium text-sm">
        {label}
      </label>
      <Select
        id={id}
        aria-describedby={hint === undefined ? undefined : hintId}
        className={clsx('block w-full', className)}
        {...props}
      />
      {hint !== undefined && (
        <p id={hintId} className="mt-1.5 text-ink-muted text-xs">
          {hint}
        </p>
      )}
    </div>
  )
}
