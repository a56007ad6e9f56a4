/** "Export" at a table: its rows, as filtered and sorted, as a file. */
import { Download } from 'lucide-react'
import { type ComponentProps, lazy } from 'react'
import type { ListExport } from '../queries/export-list.ts'
import { MenuButton } from './menu-button.tsx'

const ListExportItems = lazy(() => import('./list-export-items.tsx').then(part => ({ default: part.ListExportItems })))

interface ListExportMenuProps extends Pick<ComponentProps<typeof MenuButton>, 'size' | 'className'> {
  list: ListExport
  /** There is nothing to export. */
  isEmpty: boolean
}

export function ListExportMenu({ list, isEmpty, ...look }: ListExportMenuProps) {
  return (
    <MenuButton
      label={
        <>
          <Download aria-hidden />
          Export
        </>
      }
      disabled={isEmpty}
      {...look}
    >
      <ListExportItems list={list} />
    </MenuButton>
  )
}
