/**
 * Notifications of this visit. They are kept in session storage, because every navigation is a full page load: a toast stays on show
 * on the next screen, and the bell lists all of the visit.
 */
import { createContext, useContext, useSyncExternalStore } from 'react'
import { TOAST_DURATION_MS } from '#shared/constants.ts'
import { plainText } from '#shared/plain-text.ts'
import type { BrowserStorage } from './browser-storage.ts'

export interface NewToast {
  title: string
  description?: string
  variant?: 'default' | 'destructive'
  /** A button of the toast while it is on show, such as "Undo". It ends with the document and is not in the bell's list. */
  action?: ToastAction
}

export interface ToastAction {
  label: string
  onSelect: () => void
}

export interface Notification {
  id: number
  title: string
  description: string
  variant: 'default' | 'destructive'
  /** Epoch milliseconds. */
  shownAtMs: number
  /** The visitor closed it, or opened the list with it. */
  isRead: boolean
}

interface ToastState {
  /** Newest first. */
  notifications: readonly Notification[]
  /** Id of the one on show, null when none is: one at a time, the next replaces it. */
  currentId: number | null
}

const STORAGE_KEY = 'notifications'
const MAX_KEPT = 50
/** Storage is shared with the query cache, and a proxy may respond with a whole page. */
const MAX_CHARACTERS = 500

interface ToastStoreDeps {
  storage: Pick<BrowserStorage, 'read' | 'write'>
  now: () => number
}

export class ToastStore {
  readonly #deps: ToastStoreDeps
  readonly #listeners = new Set<() => void>()
  #state: ToastState
  #action: { id: number; action: ToastAction } | null = null

  constructor(deps: ToastStoreDeps) {
    this.#deps = deps
    const notifications = this.#load()
    const newest = notifications[0]
    const isStillOnShow = newest !== undefined && newest.shownAtMs + TOAST_DURATION_MS > deps.now()
    this.#state = { notifications, currentId: isStillOnShow ? newest.id : null }
  }

  readonly state = (): ToastState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly toast = ({ title, description = '', variant = 'default', action }: NewToast): void => {
    const id = (this.#state.notifications[0]?.id ?? 0) + 1
    this.#action = action ? { id, action } : null
    // Descriptions quote URLs and responses, which may hold any characters.
    const notification: Notification = {
      id,
      title,
      description: shortened(plainText(description)),
      variant,
      shownAtMs: this.#deps.now(),
      isRead: false,
    }
    this.#set({ notifications: [notification, ...this.#state.notifications].slice(0, MAX_KEPT), currentId: id })
  }

  /** The action of the notification on show, if it has one. */
  readonly actionOf = (id: number): ToastAction | null => (this.#action?.id === id ? this.#action.action : null)

  readonly dismiss = (): void => this.#set({ ...this.#state, currentId: null })

  readonly markRead = (id: number): void => this.#markRead(each => each.id === id)

  readonly markAllRead = (): void => this.#markRead(() => true)

  /** Removes all notifications, so that the next user does not read them. */
  readonly clearNotifications = (): void => this.#set({ notifications: [], currentId: null })

  #markRead(isMeant: (notification: Notification) => boolean): void {
    const { notifications } = this.#state
    if (!notifications.some(each => isMeant(each) && !each.isRead)) return
    this.#set({
      ...this.#state,
      notifications: notifications.map(each => (isMeant(each) ? { ...each, isRead: true } : each)),
    })
  }

  #set(state: ToastState): void {
    this.#state = state
    this.#deps.storage.write(STORAGE_KEY, JSON.stringify(state.notifications))
    for (const listener of this.#listeners) listener()
  }

  #load(): Notification[] {
    try {
      const stored: unknown = JSON.parse(this.#deps.storage.read(STORAGE_KEY) ?? '[]')
      return Array.isArray(stored) ? stored.filter(isNotification) : []
    } catch (cause) {
      console.warn('stored notifications could not be read', cause)
      return []
    }
  }
}

function shortened(text: string): string {
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS).toWellFormed()}…` : text
}

function isNotification(value: unknown): value is Notification {
  return (
    typeof value === 'object' &&
    value !== null &&
    'id' in value &&
    typeof value.id === 'number' &&
    'title' in value &&
    typeof value.title === 'string' &&
    'description' in value &&
    typeof value.description === 'string' &&
    'variant' in value &&
    (value.variant === 'default' || value.variant === 'destructive') &&
    'shownAtMs' in value &&
    typeof value.shownAtMs === 'number' &&
    'isRead' in value &&
    typeof value.isRead === 'boolean'
  )
}

export const ToastContext = createContext<ToastStore | null>(null)

export interface ToastAccess {
  toast: (toast: NewToast) => void
  dismiss: () => void
  /** Marks one as read, or all. */
  markRead: (id: number) => void
  markAllRead: () => void
  /** Removes all of this visit. */
  clearNotifications: () => void
  current: Notification | null
  /** The action of the one on show. */
  action: ToastAction | null
  /** Of this visit, newest first. */
  notifications: readonly Notification[]
}

/** Shows notifications and reads those of this visit. Throws outside of `ToastProvider`. */
export function useToast(): ToastAccess {
  const store = useContext(ToastContext)
  if (!store) throw new Error('useToast must be used within a ToastProvider')
  const { notifications, currentId } = useSyncExternalStore(store.subscribe, store.state)
  const current = notifications.find(notification => notification.id === currentId) ?? null
  const { toast, dismiss, markRead, markAllRead, clearNotifications } = store
  const action = current && store.actionOf(current.id)
  return { toast, dismiss, markRead, markAllRead, clearNotifications, current, action, notifications }
}
