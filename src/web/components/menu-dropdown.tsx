/** The body of a Menu, on Radix DropdownMenu. A chunk of its own: the screen is usable before it is there. */
import { DropdownMenu } from 'radix-ui'
import type { ReactNode } from 'react'
import { MenuItemContext } from './menu-item.tsx'

export interface MenuProps {
  trigger: ReactNode
  children: ReactNode
  align?: 'start' | 'end' | undefined
}

export function MenuDropdown({ trigger, children, align = 'end' }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className="z-50 min-w-44 animate-rise rounded-control border border-line bg-raised p-1 shadow-raised"
        >
          <MenuItemContext value={DropdownMenu.Item}>{children}</MenuItemContext>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
