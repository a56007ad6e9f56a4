/** Disables or enables an account after a confirmation. */
import type { UserResponse } from '#shared/api/users.ts'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { CrawledText } from '../../components/crawled-text.tsx'
import { useSetDisabled } from '../../queries/users.ts'
import { useToast } from '../../state/toasts.ts'

interface SetDisabledDialogProps {
  /** null: closed. */
  user: UserResponse | null
  onClose: () => void
}

export function SetDisabledDialog({ user, onClose }: SetDisabledDialogProps) {
  const { toast } = useToast()
  const { mutate, isPending } = useSetDisabled()
  const isDisabled = user?.isDisabled ?? false
  const change = () => {
    if (!user) return
    mutate(
      { accountId: user.id, isDisabled: !isDisabled },
      {
        onSuccess: () => {
          const description = isDisabled
            ? `${user.username} can sign in again.`
            : `${user.username} has been signed out and cannot sign in.`
          toast({ title: isDisabled ? 'Account enabled' : 'Account disabled', description })
        },
        onSettled: onClose,
      },
    )
  }
  return (
    <ConfirmDialog
      isOpen={user !== null}
      title={isDisabled ? 'Enable this account?' : 'Disable this account?'}
      confirmLabel={isDisabled ? 'Enable' : 'Disable'}
      isDestructive={!isDisabled}
      isBusy={isPending}
      onConfirm={change}
      onClose={onClose}
    >
      {user && (
        <>
          <p className="rounded-control bg-sunken px-3 py-2 font-medium text-ink [overflow-wrap:anywhere]">
            <CrawledText text={user.username} />
          </p>
          <p>
            {isDisabled
              ? 'The user can sign in again with the same password. The websites are unchanged.'
              : 'The user is signed out everywhere and cannot sign in until the account is enabled again. The websites are kept.'}
          </p>
        </>
      )}
    </ConfirmDialog>
  )
}
