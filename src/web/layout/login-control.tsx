/** The end of the header: Login, or the signed-in user with Logout. The dialogs are loaded when they are opened. */
import { LogOut } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { SignedInUser } from '#shared/account.ts'
import { Button } from '../components/button.tsx'
import { failureReason } from '../queries/api-client.ts'
import { useLogout } from '../queries/session.ts'
import { useAuth } from '../state/signed-in-user.ts'
import { useToast } from '../state/toasts.ts'

const LoginDialog = lazy(() => import('./login-dialog.tsx').then(part => ({ default: part.LoginDialog })))
const AccountDialog = lazy(() => import('./account-dialog.tsx').then(part => ({ default: part.AccountDialog })))

export function LoginControl() {
  const { user } = useAuth()
  return user ? <Account user={user} /> : <Login />
}

function Login() {
  const dialog = useDialog()
  return (
    <>
      <Button className="ml-1.5" aria-haspopup="dialog" onClick={() => dialog.setOpen(true)}>
        Login
      </Button>
      {dialog.wasOpened && (
        <Suspense fallback={null}>
          <LoginDialog isOpen={dialog.isOpen} onOpen={dialog.setOpen} />
        </Suspense>
      )}
    </>
  )
}

function Account({ user: { username, role } }: { user: SignedInUser }) {
  const dialog = useDialog()
  const { toast } = useToast()
  const { changeUser } = useAuth()
  const logout = useLogout({
    onSuccess: () =>
      changeUser({ user: null, notice: { title: 'Logged out', description: 'You have been logged out.' } }),
    onError: error =>
      toast({
        title: 'You are still logged in',
        description: failureReason(error),
        variant: 'destructive',
      }),
  })
  return (
    <>
      {/* A long name is cut; the role is always shown. */}
      <Button
        variant="ghost"
        className="min-w-0 max-w-56 shrink md:max-lg:max-w-32 gap-0 px-2"
        aria-haspopup="dialog"
        title={username}
        onClick={() => dialog.setOpen(true)}
      >
        <bdi className="min-w-0 truncate">{username}</bdi>
        {role === 'admin' && <span className="shrink-0 whitespace-pre"> (Admin)</span>}
      </Button>
      <Button
        variant="ghost"
        size="icon"
        title="Logout"
        aria-label="Logout"
        isBusy={logout.isPending}
        onClick={() => logout.mutate({ isEverywhere: false })}
      >
        {!logout.isPending && <LogOut aria-hidden />}
      </Button>
      {dialog.wasOpened && (
        <Suspense fallback={null}>
          <AccountDialog
            isOpen={dialog.isOpen}
            onOpen={dialog.setOpen}
            username={username}
            isLoggingOut={logout.isPending}
            onLogOutEverywhere={() => logout.mutate({ isEverywhere: true })}
          />
        </Suspense>
      )}
    </>
  )
}

/** Once opened, a dialog stays mounted, so that its closing can be animated and it returns the focus. */
function useDialog() {
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  if (isOpen && !wasOpened) setWasOpened(true)
  return { isOpen, setOpen, wasOpened }
}
