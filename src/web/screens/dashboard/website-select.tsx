/** "Select Website": all websites of this visitor, the one crawled last first. Choosing one loads its dashboard. */
import { useId } from 'react'
import type { WebsiteResponse } from '#shared/api/websites.ts'
import { plainText } from '#shared/plain-text.ts'
import { hrefTo } from '#shared/routes.ts'
import { Select, type SelectOption } from '../../components/select.tsx'

interface WebsiteSelectProps {
  /** undefined while loading. */
  websites: readonly WebsiteResponse[] | undefined
  /** They could not be fetched. */
  hasFailed: boolean
  websiteId: number | null
}

export function WebsiteSelect({ websites, hasFailed, websiteId }: WebsiteSelectProps) {
  const id = useId()
  const options = websiteOptions(websites, hasFailed)
  const isKnown = websites?.some(website => website.id === websiteId) ?? false
  return (
    <div className="flex min-w-0 items-center gap-2 max-sm:w-full max-sm:flex-wrap">
      <label htmlFor={id} className="shrink-0 font-medium text-ink-muted text-sm">
        Select Website
      </label>
      <Select
        id={id}
        options={options}
        value={isKnown ? String(websiteId) : ''}
        onValue={value => location.assign(hrefTo('dashboard', Number(value)))}
        disabled={!websites || websites.length === 0}
        className="w-64 max-sm:w-full"
      />
    </div>
  )
}

function websiteOptions(websites: readonly WebsiteResponse[] | undefined, hasFailed: boolean): SelectOption[] {
  if (!websites) return [{ value: '', label: hasFailed ? 'Failed to fetch websites' : 'Loading websites...' }]
  if (websites.length === 0) return [{ value: '', label: 'No websites available' }]
  // Entries without a date count as oldest; ISO times in UTC compare as text.
  const newestFirst = [...websites].sort((a, b) => (b.lastCrawled ?? '').localeCompare(a.lastCrawled ?? ''))
  return newestFirst.map(({ id, url }) => ({ value: String(id), label: plainText(url) }))
}
