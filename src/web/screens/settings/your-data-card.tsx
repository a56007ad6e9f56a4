/** What this browser and the server hold, and the end of it. */
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { formatCount } from '../../components/format.ts'
import { useWebsites } from '../../queries/websites.ts'
import { useAuth } from '../../state/signed-in-user.ts'
import { SettingsCard } from './settings-card.tsx'
import { useClearAllData } from './use-clear-all-data.ts'

export function YourDataCard() {
  const { user } = useAuth()
  const { data: websites } = useWebsites()
  const [isAsking, setAsking] = useState(false)
  const { mutate, isPending } = useClearAllData()
  const close = () => setAsking(false)
  return (
    <SettingsCard
      title="Your data"
      description={
        <>
          <p>
            The server holds your websites with their crawls, pages, links and issues. This browser holds your choices
            on this page and, until the tab is closed, what was shown last and the list behind the bell.
          </p>
          <p>
            Crawled sites are asked by the server, never by your browser. Nobody else is told what you crawl, with one
            exception: where Google measures page speed, it learns the address that is measured.
          </p>
        </>
      }
    >
      <Button variant="destructive" onClick={() => setAsking(true)}>
        <Trash2 aria-hidden />
        Clear all my data
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title="Clear all your data?"
        confirmLabel={isPending ? 'Clearing...' : 'Clear all my data'}
        isDestructive
        isBusy={isPending}
        onConfirm={() => mutate(undefined, { onSettled: close })}
        onClose={close}
      >
        <p>
          {websites ? formatCount(websites.length, 'website') : 'All your websites'} with every crawl and result will be
          deleted, a crawl that runs is stopped, and this tab forgets what it has shown. This cannot be undone.
        </p>
        {user && <p>Your account, its password and its API keys stay.</p>}
        <p>The theme and the default crawl limit of this browser stay as well.</p>
      </ConfirmDialog>
    </SettingsCard>
  )
}
