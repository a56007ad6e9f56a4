/**
 * What a `MenuButton` opens (WAI-ARIA Authoring Practices, "Menu Button"): arrow keys, Home and End move, Enter and Space choose, Escape
 * and Tab close; the focus goes back to the button. Import it from a chunk that is loaded on demand.
 */
import type { LucideIcon } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useContext, useLayoutEffect, useRef } from 'react'
import { MenuContext } from './menu-button.tsx'

const MARGIN_PX = 8
const GAP_PX = 4
const ITEMS = '[role=menuitem]'

interface MenuItemsProps {
  /** Accessible name. */
  label: string
  /** `MenuItem`s. */
  children: ReactNode
}

export function MenuItems({ label, children }: MenuItemsProps) {
  const { trigger, panel, close } = useMenu()
  const list = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (panel.current && trigger.current) place(panel.current, trigger.current)
    list.current?.querySelector<HTMLElement>(ITEMS)?.focus()
  }, [panel, trigger])
  const handleKey = (event: KeyboardEvent<HTMLElement>) => {
    // Escape by hand as well: a toast on show would keep the browser from closing the menu. Tab then goes on from the button.
    if (event.key === 'Escape' || event.key === 'Tab') close()
    else moveFocus(event)
  }
  return (
    <div ref={list} role="menu" aria-label={label} tabIndex={-1} onKeyDown={handleKey}>
      {children}
    </div>
  )
}

interface MenuItemProps {
  icon: LucideIcon
  onSelect: () => void
  children: ReactNode
}

export function MenuItem({ icon: Icon, onSelect, children }: MenuItemProps) {
  const { close } = useMenu()
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      onClick={() => {
        close()
        onSelect()
      }}
      onPointerMove={event => event.currentTarget.focus()}
      className="flex w-full items-center gap-2.5 rounded-control px-2.5 py-2 text-left text-sm outline-none focus:bg-accent-soft focus-visible:outline-2 focus-visible:-outline-offset-2"
    >
      <Icon aria-hidden className="size-4 shrink-0 text-ink-muted" />
      {children}
    </button>
  )
}

function useMenu() {
  const menu = useContext(MenuContext)
  if (!menu) throw new Error('menu items belong in a MenuButton')
  const { trigger, panel } = menu
  const close = () => {
    trigger.current?.focus()
    panel.current?.hidePopover()
  }
  return { trigger, panel, close }
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>(ITEMS)]
  const current = items.findIndex(item => item.matches(':focus'))
  const targets: Record<string, number> = {
    ArrowDown: (current + 1) % items.length,
    ArrowUp: current <= 0 ? -1 : current - 1,
    Home: 0,
    End: -1,
  }
  const target = targets[event.key]
  if (target === undefined) return
  event.preventDefault()
  items.at(target)?.focus()
}

/**
 * Below the button, above it where there is no room; from its left edge or to its right one. In the document rather than in the window,
 * so that it scrolls with the button.
 */
function place(panel: HTMLElement, trigger: HTMLElement): void {
  const anchor = trigger.getBoundingClientRect()
  const { offsetWidth, offsetHeight } = panel
  const fitsBelow = anchor.bottom + GAP_PX + offsetHeight <= window.innerHeight
  const top = fitsBelow ? anchor.bottom + GAP_PX : anchor.top - GAP_PX - offsetHeight
  const fitsRight = anchor.left + offsetWidth + MARGIN_PX <= document.documentElement.clientWidth
  const left = fitsRight ? anchor.left : anchor.right - offsetWidth
  panel.style.top = `${Math.max(MARGIN_PX, top) + window.scrollY}px`
  panel.style.left = `${Math.max(MARGIN_PX, left) + window.scrollX}px`
}
