/** What the server and this browser store, and a button that deletes all of it. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { websiteEndpoints } from '#shared/api/websites.ts'
import { STORAGE_KEY_PAGE_INSIGHTS_URL } from '#shared/constants.ts'
import { Button } from '../../components/button.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { formatCount } from '../../components/format.ts'
import { ApiError, callApi, serverMessage } from '../../queries/api-client.ts'
import { emptyCache } from '../../queries/query-client.ts'
import { useWebsites } from '../../queries/websites.ts'
import { browserStorage } from '../../state/browser-storage.ts'
import { clearKnownWebsites } from '../../state/known-websites.ts'
import { useAuth } from '../../state/signed-in-user.ts'
import { useToast } from '../../state/toasts.ts'
import { SettingsCard } from './settings-card.tsx'

export function YourDataCard() {
  const { user } = useAuth()
  const { data: websites } = useWebsites()
  const [isConfirming, setConfirming] = useState(false)
  const { mutate, isPending } = useClearAllData()
  const close = () => setConfirming(false)
  return (
    <SettingsCard
      title="Your data"
      description={
        <>
          <p>
            The server stores your websites with their crawls, pages, links and issues. This browser stores your
            settings and, until the tab is closed, the last results and notifications.
          </p>
          <p>
            The server, not your browser, sends requests to crawled sites. No third party learns what you crawl, with
            one exception: where Google measures page speed, it receives the measured URL.
          </p>
        </>
      }
    >
      <Button variant="destructive" onClick={() => setConfirming(true)}>
        <Trash2 aria-hidden />
        Clear all my data
      </Button>
      <ConfirmDialog
        isOpen={isConfirming}
        title="Clear all your data?"
        confirmLabel={isPending ? 'Clearing...' : 'Clear all my data'}
        isDestructive
        isBusy={isPending}
        onConfirm={() => mutate(undefined, { onSettled: close })}
        onClose={close}
      >
        <p>
          {websites ? formatCount(websites.length, 'website') : 'All your websites'} with all crawls and results will be
          deleted, running crawls are stopped, and the data cached in this tab is cleared. This cannot be undone.
        </p>
        {user && <p>Your account, its password and its API keys are kept.</p>}
        <p>The theme and the default crawl limit of this browser are kept.</p>
      </ConfirmDialog>
    </SettingsCard>
  )
}

/** Clears all websites that the server lists, one after the other. @returns their number. */
async function clearAll(): Promise<number> {
  const websites = await callApi(websiteEndpoints.listWebsites)
  for (const { id } of websites) await clear(id)
  return websites.length
}

async function clear(id: number): Promise<void> {
  try {
    await callApi(websiteEndpoints.clearCrawl, { id })
  } catch (error) {
    // Another tab has cleared it already.
    if (!(error instanceof ApiError && error.status === 404)) throw error
  }
}

/** Deletes all websites and the cached data of this tab, then reloads the document. */
function useClearAllData() {
  const client = useQueryClient()
  const { toast, clearNotifications } = useToast()
  return useMutation({
    mutationFn: clearAll,
    onSuccess: count => {
      const ofTab = browserStorage(() => sessionStorage)
      emptyCache(client, ofTab)
      clearKnownWebsites(ofTab)
      for (const storage of [ofTab, browserStorage(() => localStorage)]) storage.remove(STORAGE_KEY_PAGE_INSIGHTS_URL)
      clearNotifications()
      toast({
        title: 'Data Cleared',
        description: `${formatCount(count, 'website')} deleted. None of your data is left.`,
      })
      location.reload()
    },
    onError: error => {
      const description = serverMessage(error) ?? 'The server could not be reached. Please try again.'
      toast({ title: 'Not everything was cleared', description, variant: 'destructive' })
    },
  })
}
