/** Resets the password of another user; a generated password is shown in place of the form. */
import { type FormEvent, useState } from 'react'
import type { UserResponse } from '#shared/api/users.ts'
import { Button } from '../../components/button.tsx'
import { useResetPassword } from '../../queries/users.ts'
import { useToast } from '../../state/toasts.ts'
import { GeneratedPassword, OptionalPasswordField } from './password-fields.tsx'
import { passwordProblem } from './user-entries.ts'

interface ResetPasswordFormProps {
  user: UserResponse
  onDone: () => void
}

export function ResetPasswordForm({ user, onDone }: ResetPasswordFormProps) {
  const { toast } = useToast()
  const resetPassword = useResetPassword()
  const [password, setPassword] = useState('')
  const [isChecked, setChecked] = useState(false)
  const problem = passwordProblem(password)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (problem !== undefined) return
    resetPassword.mutate(
      { accountId: user.id, password },
      {
        onSuccess: ({ generatedPassword }) => {
          toast({ title: 'Password reset', description: `${user.username} has been signed out everywhere.` })
          if (generatedPassword === null) onDone()
        },
      },
    )
  }

  const generated = resetPassword.data?.generatedPassword ?? null
  if (generated !== null) return <GeneratedPassword username={user.username} password={generated} onDone={onDone} />
  return (
    <form noValidate onSubmit={submit} className="space-y-5 p-5">
      <p className="text-sm">
        The old password stops working and the user is signed out everywhere. The websites are kept.
      </p>
      <OptionalPasswordField
        label="New password (optional)"
        value={password}
        onValue={setPassword}
        message={isChecked ? problem : undefined}
      />
      <div className="flex gap-2">
        <Button type="submit" variant="primary" isBusy={resetPassword.isPending}>
          {resetPassword.isPending ? 'Resetting...' : 'Reset password'}
        </Button>
        <Button onClick={onDone}>Cancel</Button>
      </div>
    </form>
  )
}
