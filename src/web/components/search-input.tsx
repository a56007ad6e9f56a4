/** The search box of a list: `/` focuses it from anywhere on the screen (layout/shortcuts.ts), Escape empties it. */
import { Search, X } from 'lucide-react'
import { classNames } from './class-names.ts'
import { Input } from './input.tsx'

interface SearchInputProps {
  value: string
  onValue: (value: string) => void
  /** Accessible name; also the placeholder. */
  label: string
  className?: string | undefined
}

export function SearchInput({ value, onValue, label, className }: SearchInputProps) {
  return (
    <div className={classNames('relative soft:min-w-0', className)}>
      <Search aria-hidden className="pointer-events-none absolute top-3 left-3 size-4 text-ink-faint" />
      <Input
        type="search"
        data-search-field
        aria-label={label}
        aria-keyshortcuts="/"
        placeholder={label}
        value={value}
        onChange={event => onValue(event.target.value)}
        onKeyDown={event => event.key === 'Escape' && onValue('')}
        className="px-9 [&::-webkit-search-cancel-button]:hidden"
      />
      {value !== '' && (
        <button
          type="button"
          aria-label="Clear search"
          onClick={() => onValue('')}
          className="absolute top-1.5 right-1.5 grid size-7 place-items-center rounded text-ink-faint hover:text-ink"
        >
          <X aria-hidden className="size-4" />
        </button>
      )}
    </div>
  )
}
