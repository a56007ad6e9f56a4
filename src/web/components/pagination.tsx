/**
 * "Showing X to Y of Z results" with Previous, Next, a field to jump to a page and the number of rows per page; nothing when all rows
 * fit on the smallest page.
 */
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { TABLE_PAGE_SIZE } from '#shared/constants.ts'
import { Button } from './button.tsx'
import { formatNumber } from './format.ts'
import { Select } from './select.tsx'
import { Input } from './text-field.tsx'

/** The numbers of rows per page; the first is the default. */
const pageSizes = [TABLE_PAGE_SIZE, 25, 50, 100] as const

/** The page size in the URL; the default for anything else. */
export function pageSizeOf(text: string): number {
  return pageSizes.find(size => String(size) === text) ?? TABLE_PAGE_SIZE
}

interface PaginationProps {
  /** Name of the landmark, where a screen has more than one. */
  label?: string
  /** 1-based. */
  page: number
  pageSize: number
  total: number
  /** What is counted. */
  what?: string
  onPage: (page: number) => void
  /** Called with the chosen number of rows; without it there is no choice. */
  onPageSize?: (pageSize: string) => void
}

/** With fewer pages, Previous and Next are enough. */
const MIN_PAGES_TO_JUMP = 3

export function Pagination({
  label = 'Pagination',
  page,
  pageSize,
  total,
  what = 'results',
  onPage,
  onPageSize,
}: PaginationProps) {
  const lastPage = Math.max(1, Math.ceil(total / pageSize))
  // The URL may name a page after the last one.
  const isPastEnd = total > 0 && page > lastPage
  useEffect(() => {
    if (isPastEnd) onPage(lastPage)
  }, [isPastEnd, lastPage, onPage])
  if (total <= Math.min(pageSize, TABLE_PAGE_SIZE)) return null
  const first = (page - 1) * pageSize + 1
  const last = Math.min(total, page * pageSize)
  return (
    <nav
      aria-label={label}
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-t px-4 py-3 sm:px-5"
    >
      <p role="status" className="figures text-ink-muted text-sm">
        Showing {formatNumber(first)} to {formatNumber(last)} of {formatNumber(total)} {what}
      </p>
      {onPageSize && (
        <Select
          label="Rows per page"
          options={pageSizes.map(size => ({ value: String(size), label: `${size} per page` }))}
          value={String(pageSize)}
          onValue={onPageSize}
          className="w-36"
        />
      )}
      {lastPage >= MIN_PAGES_TO_JUMP && <PageField key={page} page={page} lastPage={lastPage} onPage={onPage} />}
      <div className="flex gap-2">
        <Button size="small" disabled={page <= 1} onClick={() => onPage(page - 1)}>
          <ChevronLeft aria-hidden />
          Previous
        </Button>
        <Button size="small" disabled={last >= total} onClick={() => onPage(page + 1)}>
          Next
          <ChevronRight aria-hidden />
        </Button>
      </div>
    </nav>
  )
}

interface PageFieldProps {
  page: number
  lastPage: number
  onPage: (page: number) => void
}

function PageField({ page, lastPage, onPage }: PageFieldProps) {
  const id = useId()
  const [text, setText] = useState(String(page))
  const jump = () => {
    const wanted = Math.min(lastPage, Math.max(1, Math.trunc(Number(text))))
    if (text.trim() === '' || !Number.isFinite(wanted)) setText(String(page))
    else onPage(wanted)
  }
  return (
    <form
      className="figures flex items-center gap-2 text-ink-muted text-sm"
      onSubmit={event => {
        event.preventDefault()
        jump()
      }}
    >
      <label htmlFor={id}>Go to page</label>
      <Input
        id={id}
        inputMode="numeric"
        autoComplete="off"
        value={text}
        onChange={event => setText(event.target.value)}
        className="max-w-20"
      />
      of {formatNumber(lastPage)}
      <Button size="small" type="submit">
        Go
      </Button>
    </form>
  )
}
