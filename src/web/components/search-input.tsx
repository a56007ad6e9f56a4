/** The search box of a list: `/` focuses it from anywhere on the screen (layout/shortcuts.ts), Escape empties it. */
/** A search box that answers every key at once and tells the screen after 300 ms of rest (specification, section 9). */
import { Search, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { SEARCH_DEBOUNCE_MS } from '#shared/constants.ts'
import { classNames } from './class-names.ts'
import { Input } from './text-field.tsx'

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

/** `[text, setText]` for the box; `onSettled` is called with what stands in it once typing rests. */
export function useDebouncedText(settled: string, onSettled: (text: string) => void): [string, (text: string) => void] {
  const [text, setText] = useState(settled)
  const [known, setKnown] = useState(settled)
  // A change from outside, such as a filter that was taken back, replaces what stands in the box.
  if (known !== settled) {
    setKnown(settled)
    setText(settled)
  }
  const report = useRef(onSettled)
  useEffect(() => {
    report.current = onSettled
  })
  useEffect(() => {
    if (text === settled) return
    const timer = setTimeout(() => {
      setKnown(text)
      report.current(text)
    }, SEARCH_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text, settled])
  return [text, setText]
}
