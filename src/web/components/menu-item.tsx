/** One entry of a Menu. */
import type { DropdownMenu } from 'radix-ui'
import { type ComponentProps, createContext, useContext } from 'react'
import { classNames } from './class-names.ts'

/** The item of Radix, handed down by the loaded menu, so that items themselves need no import of it. */
export const MenuItemContext = createContext<typeof DropdownMenu.Item | null>(null)

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
