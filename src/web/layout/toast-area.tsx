/** The toast area, on Radix Toast. A chunk of its own, loaded with the first notification. */

import { clsx } from 'clsx'
import { CircleAlert, X } from 'lucide-react'
import { Toast } from 'radix-ui'
import { useRef } from 'react'
import { TOAST_DURATION_MS, TOAST_HOTKEY, TOAST_SWIPE_DIRECTION, TOAST_SWIPE_THRESHOLD_PX } from '#shared/constants.ts'
import { Button } from '../components/button.tsx'
import { type Notification, type ToastAction, useToast } from '../state/toasts.ts'

export function ToastArea() {
  const { current, action, dismiss, markRead } = useToast()
  return (
    <Toast.Provider
      duration={TOAST_DURATION_MS}
      swipeDirection={TOAST_SWIPE_DIRECTION}
      swipeThreshold={TOAST_SWIPE_THRESHOLD_PX}
    >
      {current && (
        <ToastItem
          key={current.id}
          notification={current}
          action={action}
          onClose={dismiss}
          onCloseByUser={() => markRead(current.id)}
        />
      )}
      <Toast.Viewport
        data-toasts
        hotkey={[TOAST_HOTKEY]}
        // Above the actions of an open panel.
        className="-outline-offset-4 pointer-events-none fixed right-0 bottom-0 [body:has([data-panel-foot])_&]:bottom-20 max-sm:[body:has([data-panel-foot])_&]:bottom-28 z-[60] m-0 flex w-full list-none flex-col p-4 md:max-w-[420px]"
      />
    </Toast.Provider>
  )
}

interface ToastItemProps {
  notification: Notification
  action: ToastAction | null
  /** Closed by the user or by its timer. */
  onClose: () => void
  onCloseByUser: () => void
}

function ToastItem({ notification, action, onClose, onCloseByUser }: ToastItemProps) {
  const isDestructive = notification.variant === 'destructive'
  const isEscapeElsewhere = useRef(false)
  return (
    <Toast.Root
      type={isDestructive ? 'foreground' : 'background'}
      open
      onEscapeKeyDown={({ target }) => {
        // Radix closes the toast on every Escape; it should react only to a key that was pressed inside of it.
        isEscapeElsewhere.current = !(target instanceof Element && target.closest('[data-toasts]'))
        if (!isEscapeElsewhere.current) onCloseByUser()
      }}
      onOpenChange={() => {
        if (!isEscapeElsewhere.current) onClose()
        isEscapeElsewhere.current = false
      }}
      onSwipeEnd={onCloseByUser}
      className={clsx(
        'pointer-events-auto flex items-start gap-3 rounded-card border bg-raised p-4 shadow-panel data-[swipe=end]:animate-to-right data-[state=open]:animate-rise data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)',
        isDestructive ? 'border-error-line' : 'border-line',
      )}
    >
      {isDestructive && <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-error" />}
      <div className="min-w-0 flex-1">
        <Toast.Title className={clsx('font-semibold text-sm', isDestructive && 'text-error')}>
          {notification.title}
        </Toast.Title>
        {notification.description && (
          <Toast.Description className="mt-0.5 text-ink-muted text-sm [overflow-wrap:anywhere]">
            {notification.description}
          </Toast.Description>
        )}
      </div>
      {action && (
        <Toast.Action asChild altText={`${action.label}: ${notification.title}`}>
          <Button size="small" onClick={action.onSelect}>
            {action.label}
          </Button>
        </Toast.Action>
      )}
      <Toast.Close
        aria-label="Dismiss notification"
        onClick={onCloseByUser}
        className="-m-1 grid size-7 shrink-0 place-items-center rounded text-ink-muted hover:text-ink"
      >
        <X aria-hidden className="size-4" />
      </Toast.Close>
    </Toast.Root>
  )
}
