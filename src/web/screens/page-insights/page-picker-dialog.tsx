/** The first pages of the crawl that match the search; the server searches. */
import { FileText } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import type { PageResponse } from '#shared/api/pages.ts'
import { HttpStatus } from '../../components/badge.tsx'
import { CrawledText } from '../../components/crawled-text.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Fetched } from '../../components/fetch-states.tsx'
import { SearchInput, useDebouncedText } from '../../components/search-input.tsx'
import { EmptyState } from '../../components/states.tsx'
import { usePages } from '../../queries/pages.ts'

interface PagePickerDialogProps {
  websiteId: number
  crawlId: number | null
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  onPick: (url: string) => void
}

const SHOWN = 20

export function PagePickerDialog({ isOpen, onOpen, ...list }: PagePickerDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onOpen={onOpen}
      title="Choose a page"
      description="Pages of this crawl, in crawl order."
      isWide
    >
      <Choice {...list} />
    </Dialog>
  )
}

function Choice({ websiteId, crawlId, onPick }: Omit<PagePickerDialogProps, 'isOpen' | 'onOpen'>) {
  const [search, setSearch] = useState('')
  const [text, setText] = useDebouncedText(search, setSearch)
  const part = usePages(websiteId, { crawlId, filter: { search, limit: SHOWN } })
  return (
    <>
      <SearchInput label="Search pages..." value={text} onValue={setText} />
      <div className="mt-3 h-88 max-h-[50dvh] overflow-y-auto rounded-control border border-line">
        <Fetched query={part} what="Failed to fetch pages" message="Loading pages..." rows={6}>
          {pages => <Choices pages={pages} onPick={onPick} />}
        </Fetched>
      </div>
      <p role="status" className="mt-2 min-h-5 text-ink-muted text-sm">
        {part.data?.length === SHOWN && `The first ${SHOWN} are shown. Search by URL or title to find others.`}
      </p>
    </>
  )
}

function Choices({ pages, onPick }: { pages: readonly PageResponse[]; onPick: (url: string) => void }) {
  const list = useRef<HTMLUListElement>(null)
  const moveByArrows = (event: KeyboardEvent<HTMLElement>) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])]
    const next = buttons.find((_, index) => buttons[index - step] === event.target)
    if (step === 0 || !next) return
    event.preventDefault()
    next.focus()
  }
  if (pages.length === 0)
    return <EmptyState icon={FileText} title="No pages found" description="No URL or title contains this text." />
  return (
    <ul ref={list} onKeyDown={moveByArrows} className="divide-y divide-line">
      {pages.map(page => (
        <li key={page.id}>
          <button
            type="button"
            onClick={() => onPick(page.url)}
            className="-outline-offset-2 flex w-full items-center gap-3 px-3 py-2 text-left hover:bg-sunken"
          >
            <span className="min-w-0 flex-1">
              <CrawledText text={page.url} dir="ltr" className="figures block break-all font-medium text-sm" />
              {page.title && (
                <CrawledText text={page.title} className="line-clamp-1 break-all text-[0.8125rem] text-ink-muted" />
              )}
            </span>
            <HttpStatus status={page.statusCode} />
          </button>
        </li>
      ))}
    </ul>
  )
}
