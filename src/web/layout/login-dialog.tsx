/** The login dialog. */
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../components/button.tsx'
import { Dialog } from '../components/dialog.tsx'
import { PasswordField } from '../components/password-field.tsx'
import { TextField } from '../components/text-field.tsx'
import { useLogin } from '../queries/session.ts'
import { useAuth } from '../state/signed-in-user.ts'
import { useToast } from '../state/toasts.ts'
import { loginFailure } from './account-messages.ts'

interface LoginDialogProps {
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
}

export function LoginDialog({ isOpen, onOpen }: LoginDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onOpen={onOpen}
      title="Login"
      description="Enter your credentials to access admin features."
    >
      <LoginForm onLoggedIn={() => onOpen(false)} />
    </Dialog>
  )
}

function LoginForm({ onLoggedIn }: { onLoggedIn: () => void }) {
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const { toast } = useToast()
  const { changeUser } = useAuth()
  const passwordField = useRef<HTMLInputElement>(null)
  const login = useLogin({
    onSuccess: ({ user, movedWebsites }) => {
      setUsername('')
      setPassword('')
      onLoggedIn()
      const notice = { title: 'Logged in successfully', description: `Welcome, ${user.username}!` }
      changeUser({ user, movedWebsites, notice })
    },
    onError: error => {
      toast({ title: 'Login failed', description: loginFailure(error), variant: 'destructive' })
    },
  })
  // After rendering the failure: a disabled field takes no focus.
  useEffect(() => {
    if (!login.isError) return
    passwordField.current?.focus()
    passwordField.current?.select()
  }, [login.isError])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    login.mutate({ username, password })
  }

  return (
    <form onSubmit={submit} className="space-y-4">
      <TextField
        label="Username"
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        required
        value={username}
        disabled={login.isPending}
        onValue={setUsername}
      />
      <PasswordField
        ref={passwordField}
        label="Password"
        name="password"
        autoComplete="current-password"
        required
        value={password}
        disabled={login.isPending}
        onValue={setPassword}
      />
      <Button type="submit" variant="primary" className="w-full" isBusy={login.isPending}>
        {login.isPending ? 'Logging in...' : 'Login'}
      </Button>
    </form>
  )
}
