/** Which columns the list has, and in which order: checked ones first, dragged or moved with Alt and the arrow keys. */
import { GripVertical } from 'lucide-react'
import { useRef, useState } from 'react'
import { type ColumnId, defaultPageColumns, pageColumn, pageColumnIds } from '#shared/page-columns.ts'
import { Button } from '../../components/button.tsx'
import { SearchInput } from '../../components/search-input.tsx'

interface ColumnsPanelProps {
  /** Those of the custom fields of the crawl. */
  fields: readonly ColumnId[]
  columns: readonly ColumnId[]
  onColumns: (columns: readonly ColumnId[]) => void
}

export function ColumnsPanel({ fields, columns, onColumns }: ColumnsPanelProps) {
  const [search, setSearch] = useState('')
  const [message, setMessage] = useState('')
  const dragged = useRef<ColumnId | null>(null)
  const matches = (id: ColumnId) => pageColumn(id).label.toLowerCase().includes(search.trim().toLowerCase())
  const all = [...pageColumnIds, ...fields]
  const hidden = all.filter(id => !columns.includes(id))
  const move = (id: ColumnId, to: number) => {
    if (id === 'url' || to < 1 || to >= columns.length) return
    const others = columns.filter(each => each !== id)
    onColumns([...others.slice(0, to), id, ...others.slice(to)])
    setMessage(`${pageColumn(id).label}: column ${to + 1} of ${columns.length}`)
  }
  const toggle = (id: ColumnId) =>
    onColumns(columns.includes(id) ? columns.filter(each => each !== id) : [...columns, id])
  return (
    <>
      <div className="p-2.5">
        <SearchInput label="Search columns..." isMain={false} value={search} onValue={setSearch} />
      </div>
      <ul aria-label="Columns" className="max-h-72 overflow-y-auto px-1.5 pb-1.5 text-[0.8125rem]">
        {columns.filter(matches).map(id => (
          <li
            key={id}
            draggable={id !== 'url'}
            onDragStart={() => {
              dragged.current = id
            }}
            onDragOver={event => event.preventDefault()}
            onDrop={() => dragged.current !== null && move(dragged.current, columns.indexOf(id))}
            className="flex items-center gap-1.5 rounded px-1.5 hover:bg-sunken"
          >
            <GripVertical aria-hidden className="size-3.5 shrink-0 cursor-grab text-ink-faint" />
            <ColumnCheckbox id={id} isChecked onToggle={toggle} onMove={step => move(id, columns.indexOf(id) + step)} />
            {id === 'url' && <span className="ml-auto text-ink-muted text-xs">always shown</span>}
          </li>
        ))}
        {hidden.some(matches) && (
          <li className="mt-1 border-line border-t px-1.5 pt-2 pb-0.5 text-ink-muted text-xs">Hidden</li>
        )}
        {hidden.filter(matches).map(id => (
          <li key={id} className="flex items-center rounded pr-1.5 pl-6.5 text-ink-muted hover:bg-sunken">
            <ColumnCheckbox id={id} isChecked={false} onToggle={toggle} />
          </li>
        ))}
      </ul>
      <div className="flex items-center justify-between gap-3 border-line border-t px-3.5 py-2 text-[0.8125rem]">
        <span className="figures text-ink-muted">
          {columns.length} of {all.length} columns
        </span>
        <Button
          variant="link"
          size="small"
          className="px-0"
          onClick={() => onColumns([...defaultPageColumns, ...fields])}
        >
          Reset
        </Button>
      </div>
      <p role="status" className="sr-only">
        {message}
      </p>
    </>
  )
}

interface ColumnCheckboxProps {
  id: ColumnId
  isChecked: boolean
  onToggle: (id: ColumnId) => void
  /** By one place, up (-1) or down (1). */
  onMove?: (step: 1 | -1) => void
}

function ColumnCheckbox({ id, isChecked, onToggle, onMove }: ColumnCheckboxProps) {
  return (
    <label className="flex h-8 min-w-0 flex-1 cursor-pointer items-center gap-2">
      <input
        type="checkbox"
        checked={isChecked}
        disabled={id === 'url'}
        aria-keyshortcuts={onMove && 'Alt+ArrowUp Alt+ArrowDown'}
        onChange={() => onToggle(id)}
        onKeyDown={event => {
          if (!event.altKey || !onMove) return
          if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
          event.preventDefault()
          onMove(event.key === 'ArrowUp' ? -1 : 1)
        }}
        className="size-4 shrink-0 accent-accent"
      />
      <span className="truncate">{pageColumn(id).label}</span>
    </label>
  )
}
