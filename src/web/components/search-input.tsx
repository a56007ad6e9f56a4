/** The search box of a list, and its delayed search. */

import { clsx } from 'clsx'
import { Search, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { SEARCH_DEBOUNCE_MS } from '#shared/constants.ts'
import { Input } from './text-field.tsx'

interface SearchInputProps {
  value: string
  onValue: (value: string) => void
  /** Accessible name; also the placeholder. */
  label: string
  /** The search of the screen, which `/` focuses; not that of a part of it. */
  isMain?: boolean | undefined
  className?: string | undefined
}

/** `/` focuses it from anywhere on the screen (layout/keyboard.tsx), Escape clears it. */
export function SearchInput({ value, onValue, label, isMain = true, className }: SearchInputProps) {
  return (
    <div className={clsx('relative soft:min-w-0', className)}>
      <Search aria-hidden className="pointer-events-none absolute top-3 left-3 size-4 text-ink-faint" />
      <Input
        type="search"
        data-search-field={isMain || undefined}
        aria-label={label}
        aria-keyshortcuts={isMain ? '/' : undefined}
        placeholder={label}
        value={value}
        onChange={event => onValue(event.target.value)}
        onKeyDown={event => event.key === 'Escape' && onValue('')}
        className="px-9 [&::-webkit-search-cancel-button]:hidden"
      />
      {isMain && value === '' && (
        <kbd
          aria-hidden
          className="pointer-events-none absolute top-2.5 right-2.5 rounded border border-line bg-sunken px-1.5 font-mono text-ink-faint text-xs leading-5 max-md:hidden"
        >
          /
        </kbd>
      )}
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

/** `[text, setText]` for the box; `onDebounced` gets the text 300 ms after the last key. `value`: the text that the screen searches for. */
export function useDebouncedText(value: string, onDebounced: (text: string) => void): [string, (text: string) => void] {
  const [text, setText] = useState(value)
  const [known, setKnown] = useState(value)
  // A change from outside, such as a cleared filter, replaces the text in the box.
  if (known !== value) {
    setKnown(value)
    setText(value)
  }
  const report = useRef(onDebounced)
  useEffect(() => {
    report.current = onDebounced
  })
  useEffect(() => {
    if (text === value) return
    const timer = setTimeout(() => {
      setKnown(text)
      report.current(text)
    }, SEARCH_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text, value])
  return [text, setText]
}
