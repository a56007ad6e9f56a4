/** The user's account: change the password, manage API keys, end all sessions. */
import { type FormEvent, useState } from 'react'
import { PASSWORD_MIN_CHARACTERS } from '#shared/account.ts'
import { Button } from '../components/button.tsx'
import { Dialog } from '../components/dialog.tsx'
import { ErrorText } from '../components/error-text.tsx'
import { PasswordField } from '../components/password-field.tsx'
import { failureReason } from '../queries/api-client.ts'
import { useChangePassword } from '../queries/session.ts'
import { useToast } from '../state/toasts.ts'
import { newPasswordMessage } from './account-messages.ts'
import { AboutApiKeys, ApiKeys } from './api-keys.tsx'

interface AccountDialogProps {
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  username: string
  isLoggingOut: boolean
  onLogOutEverywhere: () => void
}

export function AccountDialog({ isOpen, onOpen, username, isLoggingOut, onLogOutEverywhere }: AccountDialogProps) {
  const [view, setView] = useState<'account' | 'api-keys'>('account')
  const open = (isNowOpen: boolean) => {
    setView('account')
    onOpen(isNowOpen)
  }
  if (view === 'api-keys')
    return (
      <Dialog isOpen={isOpen} onOpen={open} title="API keys" description={<AboutApiKeys />} isWide>
        <ApiKeys onBack={() => setView('account')} />
      </Dialog>
    )
  return (
    <Dialog isOpen={isOpen} onOpen={open} title={<bdi>{username}</bdi>} description="Change your password.">
      <PasswordForm username={username} onChanged={() => open(false)} />
      <div className="mt-6 border-line border-t pt-4">
        <p className="text-ink-muted text-sm">Programs sign in with an API key to work with your results.</p>
        <Button className="mt-3 w-full" onClick={() => setView('api-keys')}>
          API keys
        </Button>
      </div>
      <div className="mt-6 border-line border-t pt-4">
        <p className="text-ink-muted text-sm">This ends your sessions on all devices, including this one.</p>
        <Button className="mt-3 w-full" isBusy={isLoggingOut} onClick={onLogOutEverywhere}>
          Sign out everywhere
        </Button>
      </div>
    </Dialog>
  )
}

function PasswordForm({ username, onChanged }: { username: string; onChanged: () => void }) {
  const [currentPassword, setCurrentPassword] = useState('')
  const [newPassword, setNewPassword] = useState('')
  const [repeated, setRepeated] = useState('')
  const [message, setMessage] = useState<string | null>(null)
  const { toast } = useToast()
  const changePassword = useChangePassword({
    onSuccess: () => {
      onChanged()
      toast({ title: 'Password changed', description: 'Your other sessions have been ended.' })
    },
    onError: error => setMessage(failureReason(error)),
  })
  const isBusy = changePassword.isPending

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const problem = newPasswordMessage({ newPassword, repeated })
    setMessage(problem)
    if (problem === null) changePassword.mutate({ currentPassword, newPassword })
  }

  return (
    <form onSubmit={submit} className="space-y-4">
      {/* For password managers: the account whose password changes. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <PasswordField
        label="Current password"
        name="current-password"
        autoComplete="current-password"
        required
        value={currentPassword}
        disabled={isBusy}
        onValue={setCurrentPassword}
      />
      <PasswordField
        label="New password"
        name="new-password"
        autoComplete="new-password"
        hint={`At least ${PASSWORD_MIN_CHARACTERS} characters.`}
        required
        value={newPassword}
        disabled={isBusy}
        onValue={setNewPassword}
      />
      <PasswordField
        label="Repeat new password"
        name="repeated-password"
        autoComplete="new-password"
        required
        value={repeated}
        disabled={isBusy}
        onValue={setRepeated}
      />
      <ErrorText>{message}</ErrorText>
      <Button type="submit" variant="primary" className="w-full" isBusy={isBusy}>
        {isBusy ? 'Changing...' : 'Change password'}
      </Button>
    </form>
  )
}
