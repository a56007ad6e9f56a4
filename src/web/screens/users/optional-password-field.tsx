import { PasswordField } from '../../components/password-field.tsx'

interface OptionalPasswordFieldProps {
  label: string
  value: string
  onValue: (value: string) => void
  /** What is wrong with what stands in it. */
  message: string | undefined
}

/** A new password for somebody else: typed, or left to the server. */
export function OptionalPasswordField({ label, value, onValue, message }: OptionalPasswordFieldProps) {
  return (
    <PasswordField
      label={label}
      autoComplete="new-password"
      hint="Leave empty to have one made."
      message={message}
      value={value}
      onChange={event => onValue(event.target.value)}
    />
  )
}
