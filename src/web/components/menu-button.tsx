/**
 * A button that opens a menu. The panel is a native popover, in the top layer, so neither a card nor a scrolling table cuts it off, and a
 * click elsewhere closes it without script. Its content (`menu-items.tsx`) is rendered only while it is open, and belongs in a chunk
 * that is loaded on demand.
 */
import { ChevronDown } from 'lucide-react'
import { createContext, type ReactNode, type RefObject, Suspense, useId, useRef, useState } from 'react'
import { Button } from './button.tsx'

interface OpenMenu {
  trigger: RefObject<HTMLButtonElement | null>
  panel: RefObject<HTMLDivElement | null>
}

export const MenuContext = createContext<OpenMenu | null>(null)

interface MenuButtonProps {
  /** Icon and text. */
  label: ReactNode
  size?: 'small' | 'medium' | undefined
  disabled?: boolean | undefined
  className?: string | undefined
  /** `MenuItems`. */
  children: ReactNode
}

export function MenuButton({ label, children, ...look }: MenuButtonProps) {
  const panelId = useId()
  const trigger = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        ref={trigger}
        popoverTarget={panelId}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onKeyDown={event => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          panel.current?.showPopover()
        }}
        {...look}
      >
        {label}
        <ChevronDown aria-hidden className="ml-auto text-ink-faint" />
      </Button>
      <div
        ref={panel}
        id={panelId}
        popover="auto"
        // Rendered once the panel is shown: before that it has no size and takes no focus. Removed before it is hidden: when the menu is
        // opened again quickly, the browser skips the closing event.
        onToggle={event => event.newState === 'open' && setOpen(true)}
        onBeforeToggle={event => event.newState === 'closed' && setOpen(false)}
        className="absolute empty:opacity-0 min-w-52 max-w-[calc(100vw-1rem)] rounded-card border border-line bg-raised p-1 shadow-panel open:animate-rise"
      >
        {isOpen && (
          <MenuContext value={{ trigger, panel }}>
            <Suspense fallback={null}>{children}</Suspense>
          </MenuContext>
        )}
      </div>
    </>
  )
}
