/** The bell: the toasts of this visit, newest first. A native popover, so Escape and a click elsewhere close it without script. */
import { Bell, CircleAlert, CircleCheck } from 'lucide-react'
import { useId, useState } from 'react'
import { Button } from '../components/button.tsx'
import { formatRelativeTime } from '../components/format.ts'
import { type Notification, useToast } from '../components/use-toast.ts'

export function NotificationBell() {
  const { notifications } = useToast()
  const panelId = useId()
  // Drawn only while open: a hidden copy of each toast would be found twice by whoever searches the page.
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="ghost" size="icon" aria-label="Notifications" title="Notifications" popoverTarget={panelId}>
        <Bell aria-hidden />
      </Button>
      <section
        id={panelId}
        popover="auto"
        onBeforeToggle={event => setOpen(event.newState === 'open')}
        aria-label="Notifications of this visit"
        className="fixed top-14 right-3 max-h-[70dvh] w-[min(24rem,calc(100vw-1.5rem))] overflow-y-auto rounded-card border border-line bg-raised shadow-panel open:animate-rise"
      >
        <h2 className="border-line border-b px-4 py-3 font-semibold text-sm">Notifications</h2>
        {isOpen && <NotificationList notifications={notifications} />}
      </section>
    </>
  )
}

function NotificationList({ notifications }: { notifications: readonly Notification[] }) {
  if (notifications.length === 0)
    return <p className="px-4 py-6 text-center text-ink-muted text-sm">Nothing has happened yet in this visit.</p>
  return (
    <ul className="divide-y divide-line">
      {notifications.map(notification => (
        <NotificationRow key={notification.id} notification={notification} />
      ))}
    </ul>
  )
}

function NotificationRow({ notification }: { notification: Notification }) {
  const { title, description, variant, shownAtMs } = notification
  return (
    <li className="flex gap-3 px-4 py-3 text-sm">
      {variant === 'destructive' ? (
        <CircleAlert role="img" aria-label="Failed" className="mt-0.5 size-4 shrink-0 text-error" />
      ) : (
        <CircleCheck role="img" aria-label="Done" className="mt-0.5 size-4 shrink-0 text-success" />
      )}
      <div className="min-w-0">
        <p className="font-medium">{title}</p>
        {description && <p className="text-ink-muted [overflow-wrap:anywhere]">{description}</p>}
        <p className="mt-0.5 text-ink-faint text-xs">
          {formatRelativeTime(new Date(shownAtMs).toISOString(), Date.now())}
        </p>
      </div>
    </li>
  )
}
