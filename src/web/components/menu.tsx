/**
 * A menu on a button, with arrow keys and type-ahead (Radix DropdownMenu). Give `trigger` a Button and put `MenuItem`s inside. The
 * machinery comes as a chunk of its own, right after the screen: until then the trigger stands there alone.
 */
import type { DropdownMenu } from 'radix-ui'
import { type ComponentProps, createContext, lazy, type ReactNode, Suspense, useContext } from 'react'
import { classNames } from './class-names.ts'

export interface MenuProps {
  trigger: ReactNode
  children: ReactNode
  align?: 'start' | 'end' | undefined
}

/** The item of Radix, handed down by the loaded menu, so that items themselves need no import of it. */
export const MenuItemContext = createContext<typeof DropdownMenu.Item | null>(null)

const MenuDropdown = lazy(() => import('./menu-dropdown.tsx').then(part => ({ default: part.MenuDropdown })))

export function Menu(props: MenuProps) {
  return (
    <Suspense fallback={props.trigger}>
      <MenuDropdown {...props} />
    </Suspense>
  )
}

export function MenuItem({ className, ...props }: ComponentProps<typeof DropdownMenu.Item>) {
  const Item = useContext(MenuItemContext)
  if (!Item) throw new Error('MenuItem must be used within a Menu')
  return (
    <Item
      className={classNames(
        'flex h-9 cursor-pointer select-none items-center gap-2 rounded px-2.5 text-sm outline-none data-[disabled]:opacity-50 data-[highlighted]:bg-accent-soft data-[highlighted]:text-accent [&_svg]:size-4',
        className,
      )}
      {...props}
    />
  )
}
