/** Shows which credentials are stored for a website, by their names, and deletes them. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { credentialEndpoints } from '#shared/api/credentials.ts'
import type { WebsiteResponse } from '#shared/api/websites.ts'
import type { DescribedCredentials } from '#shared/credentials.ts'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { callApi, serverMessage } from '../../queries/api-client.ts'
import { useToast } from '../../state/toasts.ts'

interface StoredCredentialsDialogProps {
  /** null: closed. */
  website: WebsiteResponse | null
  onClose: () => void
}

const keyOf = (websiteId: number) => ['credentials', websiteId] as const

export function StoredCredentialsDialog({ website, onClose }: StoredCredentialsDialogProps) {
  const id = website?.id ?? 0
  const client = useQueryClient()
  const { toast } = useToast()
  const { data } = useQuery({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => callApi(credentialEndpoints.websiteCredentials, { id, signal }),
    enabled: website !== null,
  })
  const { mutate, isPending } = useMutation({
    mutationFn: () => callApi(credentialEndpoints.deleteCredentials, { id }),
    onSuccess: stored => {
      client.setQueryData(keyOf(id), stored)
      toast({ title: 'Credentials deleted', description: website?.url ?? '' })
      onClose()
    },
    onError: error => {
      const description = serverMessage(error) ?? error.message
      toast({ title: 'The credentials were not deleted', description, variant: 'destructive' })
    },
  })
  const stored = data?.credentials ?? null
  return (
    <ConfirmDialog
      isOpen={website !== null}
      title="Stored credentials"
      confirmLabel={isPending ? 'Deleting...' : 'Delete credentials'}
      isDestructive
      isBusy={isPending}
      onConfirm={() => mutate()}
      onClose={onClose}
    >
      {data && (stored ? <Description of={stored} /> : <p>No credentials are stored for this website.</p>)}
    </ConfirmDialog>
  )
}

function Description({ of }: { of: DescribedCredentials }) {
  const { origins, headerNames, cookieNames, hasUser, hasToken, hasSignIn } = of
  const what = [
    ...(hasUser ? ['a user name and password'] : []),
    ...(hasToken ? ['a token'] : []),
    ...(hasSignIn ? ['a sign-in by form'] : []),
    ...(cookieNames.length > 0 ? [`the cookies ${cookieNames.join(', ')}`] : []),
    ...(headerNames.length > 0 ? [`the headers ${headerNames.join(', ')}`] : []),
  ]
  return (
    <>
      <p className="[overflow-wrap:anywhere]">
        Crawls of this website send {what.join(', ')} to {origins.join(', ')}, and to no other origin.
      </p>
      <p>Without them, crawls that need them end. New ones are entered with the next scan.</p>
    </>
  )
}
