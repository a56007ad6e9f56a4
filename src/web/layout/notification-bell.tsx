/**
 * The bell: the toasts of this visit, newest first, and a mark while some are unread. A native popover: Escape and a click elsewhere
 * close it without script, and the focus returns to the bell.
 */
import { Bell, CircleAlert, CircleCheck } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { Button } from '../components/button.tsx'
import { formatDateTime, formatRelativeTime } from '../components/format.ts'
import { type Notification, useToast } from '../state/toasts.ts'

export function NotificationBell() {
  const { notifications, markAllRead, clearNotifications } = useToast()
  const panelId = useId()
  const bell = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLElement>(null)
  // Rendered only while open: the browser's search would find a hidden copy of each toast.
  const [isOpen, setOpen] = useState(false)
  const unreadCount = isOpen ? 0 : notifications.filter(each => !each.isRead).length
  const close = () => {
    setOpen(false)
    // The focus was in the list and would be lost.
    const { activeElement } = document
    if (activeElement === document.body || panel.current?.contains(activeElement)) bell.current?.focus()
    // Unread ones stay marked while the list is open.
    markAllRead()
  }
  const clear = () => {
    clearNotifications()
    panel.current?.hidePopover()
  }
  return (
    <>
      <Button
        ref={bell}
        variant="ghost"
        size="icon"
        aria-label={unreadCount > 0 ? `Notifications, ${unreadCount} unread` : 'Notifications'}
        title="Notifications"
        popoverTarget={panelId}
        className="relative"
      >
        <Bell aria-hidden />
        {unreadCount > 0 && (
          <span aria-hidden className="absolute top-2 right-2 size-2.5 rounded-full border-2 border-canvas bg-accent" />
        )}
      </Button>
      <section
        ref={panel}
        id={panelId}
        popover="auto"
        onBeforeToggle={event => event.newState === 'open' && setOpen(true)}
        onToggle={event => event.newState === 'closed' && close()}
        aria-label="Notifications of this visit"
        className="fixed top-14 right-3 w-[min(24rem,calc(100vw-1.5rem))] rounded-card border border-line bg-raised shadow-panel open:animate-rise"
      >
        <div className="flex min-h-12 items-center justify-between gap-3 border-line border-b py-2 pr-2 pl-4">
          <h2 className="font-semibold text-sm">Notifications</h2>
          {notifications.length > 0 && (
            <Button size="small" variant="ghost" onClick={clear}>
              Clear list
            </Button>
          )}
        </div>
        {isOpen && <NotificationList notifications={notifications} />}
      </section>
    </>
  )
}

function NotificationList({ notifications }: { notifications: readonly Notification[] }) {
  if (notifications.length === 0)
    return <p className="px-4 py-6 text-center text-ink-muted text-sm">No notifications yet.</p>
  return (
    <ul
      // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys scroll what has the focus
      tabIndex={0}
      aria-label="Newest first"
      className="-outline-offset-2 max-h-[60dvh] divide-y divide-line overflow-y-auto"
    >
      {notifications.map(notification => (
        <NotificationRow key={notification.id} notification={notification} />
      ))}
    </ul>
  )
}

function NotificationRow({ notification }: { notification: Notification }) {
  const { title, description, variant, shownAtMs, isRead } = notification
  const shownAt = new Date(shownAtMs).toISOString()
  return (
    <li className="flex gap-3 px-4 py-3 text-sm">
      {variant === 'destructive' ? (
        <CircleAlert role="img" aria-label="Failed" className="mt-0.5 size-4 shrink-0 text-error" />
      ) : (
        <CircleCheck role="img" aria-label="Done" className="mt-0.5 size-4 shrink-0 text-success" />
      )}
      <div className="min-w-0 flex-1">
        <p className="font-medium">{title}</p>
        {description && <p className="text-ink-muted [overflow-wrap:anywhere]">{description}</p>}
        <time dateTime={shownAt} title={formatDateTime(shownAt)} className="mt-0.5 block text-ink-faint text-xs">
          {formatRelativeTime(shownAt, Date.now())}
        </time>
      </div>
      {!isRead && (
        <span className="mt-1.5 size-2 shrink-0 rounded-full bg-accent">
          <span className="sr-only">New</span>
        </span>
      )}
    </li>
  )
}
