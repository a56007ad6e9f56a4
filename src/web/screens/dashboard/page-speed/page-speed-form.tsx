/** The choice of the page to measure, by its URL or path, with suggestions from the crawl. */
import { Gauge } from 'lucide-react'
import { useId, useState } from 'react'
import { plainText } from '#shared/plain-text.ts'
import { Button } from '../../../components/button.tsx'
import { useDebouncedText } from '../../../components/search-input.tsx'
import { TextField } from '../../../components/text-field.tsx'
import { usePages } from '../../../queries/pages.ts'
import { measuredUrl } from './measured-url.ts'

interface PageSpeedFormProps {
  websiteId: number
  crawlId: number | null
  siteUrl: string
  /** The page on show. */
  url: string
  isMeasuring: boolean
  onUrl: (url: string) => void
}

const SUGGESTED = 20

export function PageSpeedForm({ websiteId, crawlId, siteUrl, url, isMeasuring, onUrl }: PageSpeedFormProps) {
  const [search, setSearch] = useState(plainText(url))
  const [typed, setTyped] = useDebouncedText(search, setSearch)
  const [shown, setShown] = useState(url)
  const [message, setMessage] = useState<string>()
  const listId = useId()
  // A page chosen elsewhere replaces the text in the field.
  if (shown !== url) {
    setShown(url)
    setSearch(plainText(url))
    setMessage(undefined)
  }
  const { data: pages = [] } = usePages(websiteId, { crawlId, filter: { search, limit: SUGGESTED } })
  const submit = () => {
    const measured = measuredUrl(typed, siteUrl)
    setMessage(measured.ok ? undefined : measured.message)
    if (measured.ok) onUrl(measured.url)
  }
  return (
    <form
      noValidate
      aria-label="Analyze a page"
      className="flex flex-wrap items-start gap-2"
      onSubmit={event => {
        event.preventDefault()
        submit()
      }}
    >
      <div className="min-w-0 grow basis-72">
        <TextField
          label="Page to analyze"
          type="url"
          inputMode="url"
          autoComplete="off"
          list={listId}
          value={typed}
          message={message}
          onChange={event => setTyped(event.target.value)}
        />
        <datalist id={listId}>
          {pages.map(page => (
            <option key={page.id} value={page.url} label={plainText(page.title ?? '') || undefined} />
          ))}
        </datalist>
      </div>
      <Button type="submit" variant="primary" disabled={isMeasuring} className="min-w-32 max-sm:w-full sm:mt-6.5">
        <Gauge aria-hidden />
        Analyze
      </Button>
    </form>
  )
}
