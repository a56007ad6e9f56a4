/** A field for a password, which its owner may look at while typing. */
import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { TextField } from './text-field.tsx'

interface PasswordFieldProps extends Omit<ComponentProps<typeof TextField>, 'type' | 'action'> {
  /** For password managers: the current password, a new one, or none of theirs. */
  autoComplete: 'current-password' | 'new-password' | 'off'
}

export function PasswordField(props: PasswordFieldProps) {
  const [isShown, setShown] = useState(false)
  const Icon = isShown ? EyeOff : Eye
  const { label, disabled } = props
  return (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      className="pr-10"
      action={
        <button
          type="button"
          disabled={disabled}
          aria-pressed={isShown}
          aria-label={`Show ${label.toLowerCase()}`}
          onClick={() => setShown(!isShown)}
          className="absolute top-1 right-1 grid size-8 place-items-center rounded text-ink-muted hover:text-ink"
        >
          <Icon aria-hidden className="size-4" />
        </button>
      }
    />
  )
}
