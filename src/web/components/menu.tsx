/**
 * A menu on a button, with arrow keys and type-ahead (Radix DropdownMenu). Give `trigger` a Button and put `MenuItem`s inside. The
 * machinery comes as a chunk of its own, right after the screen: until then the trigger stands there alone.
 */
import { lazy, Suspense } from 'react'
import type { MenuProps } from './menu-dropdown.tsx'

const MenuDropdown = lazy(() => import('./menu-dropdown.tsx').then(part => ({ default: part.MenuDropdown })))

export function Menu(props: MenuProps) {
  return (
    <Suspense fallback={props.trigger}>
      <MenuDropdown {...props} />
    </Suspense>
  )
}
