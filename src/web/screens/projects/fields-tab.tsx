/** The custom fields of a website: tried on a page, and read of the stored pages of its newest crawl. */
import { useState } from 'react'
import type { WebsiteResponse } from '#shared/api/websites.ts'
import { parseFields } from '#shared/custom-fields.ts'
import { hrefTo } from '#shared/routes.ts'
import { Button } from '../../components/button.tsx'
import { FieldRows } from '../../components/field-rows.tsx'
import { formatCount, formatNumber } from '../../components/format.ts'
import { TextField } from '../../components/text-field.tsx'
import { useUnsaved } from '../../components/unsaved-changes.tsx'
import { failureReason } from '../../queries/api-client.ts'
import { isCrawlActive } from '../../queries/crawls.ts'
import { type ReadingProgress, useReadFields, useTestFields } from '../../queries/custom-fields.ts'

export function FieldsTab({ website }: { website: WebsiteResponse }) {
  const [lines, setLines] = useState<readonly string[]>(website.options.fields)
  const [url, setUrl] = useState(website.url)
  const [showsMistakes, setShowsMistakes] = useState(false)
  const test = useTestFields(website.id)
  const reading = useReadFields(website.id)
  const isActive = isCrawlActive(website)
  const isChanged = lines.join('\n') !== website.options.fields.join('\n')
  useUnsaved(isChanged && !reading.isPending && !reading.isSuccess)
  const change = (next: readonly string[]) => {
    setLines(next)
    test.reset()
    reading.reset()
  }
  /** What the server reads of the page; null where a field is none. */
  const check = () => {
    const parsed = parseFields(lines)
    setShowsMistakes(!parsed.ok)
    return parsed.ok ? { fields: parsed.values, url: url.trim() } : null
  }
  const tryOut = () => {
    const checked = check()
    if (checked && checked.fields.length > 0) test.mutate(checked)
  }
  const save = () => {
    const checked = check()
    if (!checked) return
    const read = () => reading.mutate(checked.fields)
    if (checked.fields.length === 0) return read()
    test.mutate(
      { ...checked, url: website.url },
      // A start page without HTML says nothing about the fields.
      { onError: read, onSuccess: ({ fields }) => fields.every(({ error }) => error === undefined) && read() },
    )
  }
  return (
    <div className="space-y-5">
      <p className="text-ink-muted text-sm">
        A crawl reads these values of each page, such as a price or an author. They are columns and filters of All
        Pages, and own rules may depend on them.
      </p>
      <FieldRows lines={lines} onLines={change} showsMistakes={showsMistakes} values={test.data?.fields} />
      <div className="flex flex-wrap items-end gap-2">
        <div className="min-w-0 flex-1 basis-64">
          <TextField
            type="url"
            label="Test on this page of the latest crawl"
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            message={test.isError && !reading.isPending ? failureReason(test.error) : undefined}
            value={url}
            onValue={setUrl}
          />
        </div>
        <Button isBusy={test.isPending} disabled={lines.length === 0} onClick={tryOut}>
          {test.isPending ? 'Testing...' : 'Test'}
        </Button>
      </div>
      <div className="border-line border-t pt-4">
        <p className="mb-3 text-ink-muted text-sm">
          {isActive
            ? 'The crawl is still running. Fields can be saved when it has ended.'
            : 'Saving reads the fields of all stored pages. Later crawls of the website read them as well.'}
        </p>
        <Button variant="primary" isBusy={reading.isPending} disabled={isActive} onClick={save}>
          {reading.isPending ? 'Reading...' : 'Save and read'}
        </Button>
        <div role="status" className="mt-3 text-sm">
          {reading.isPending && reading.progress && <Progress {...reading.progress} />}
          {reading.data && (
            <p>
              Read of {formatCount(reading.data.pageCount, 'page')}.{' '}
              <a href={hrefTo('pages-list', website.id)} className="text-accent underline underline-offset-4">
                Show All Pages
              </a>
            </p>
          )}
          {reading.isError && (
            <p className="text-error">
              {failureReason(reading.error)} Save again to continue where the reading stopped.
            </p>
          )}
        </div>
      </div>
    </div>
  )
}

function Progress({ pagesRead, pageCount }: ReadingProgress) {
  return (
    <div className="max-w-sm">
      <p className="figures text-ink-muted">
        {formatNumber(pagesRead)} of {formatCount(pageCount, 'page')}
      </p>
      <progress
        aria-label="Pages read"
        value={pagesRead}
        max={Math.max(1, pageCount)}
        className="mt-1 h-2 w-full accent-accent"
      />
    </div>
  )
}
