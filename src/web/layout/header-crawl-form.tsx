/** The header's crawl form: an address and nothing else; it asks for 100 pages. */
import { useId } from 'react'
import { Button } from '../components/button.tsx'
import { Input } from '../components/text-field.tsx'
import { useCrawlForm } from '../components/use-crawl-form.ts'
import { useBoot, usualCrawlLimit } from '../state/boot.ts'

export function HeaderCrawlForm({ className }: { className?: string }) {
  const { maxCrawlLimit } = useBoot()
  const form = useCrawlForm({ initialLimit: String(usualCrawlLimit({ maxCrawlLimit })), maxCrawlLimit })
  const messageId = useId()
  const message = form.errors.url ?? form.errors.form
  return (
    <form
      noValidate
      aria-label="Start a crawl"
      className={className}
      onSubmit={event => {
        event.preventDefault()
        form.submit()
      }}
    >
      <div className="relative flex gap-2">
        <Input
          type="url"
          inputMode="url"
          name="url"
          data-crawl-field
          autoComplete="url"
          aria-label="Website URL to crawl"
          aria-describedby={message ? messageId : undefined}
          placeholder="Enter website URL..."
          value={form.url}
          isInvalid={form.errors.url !== undefined}
          disabled={form.isBusy}
          onChange={event => form.setUrl(event.target.value)}
        />
        <Button type="submit" variant="primary" isBusy={form.isBusy}>
          {form.isBusy ? 'Crawling...' : 'Crawl'}
        </Button>
        {message && (
          <p
            id={messageId}
            role="alert"
            className="absolute top-full left-0 z-10 mt-1 animate-rise rounded-control border border-error-line bg-error-soft px-2.5 py-1 text-error text-sm shadow-raised"
          >
            {message}
          </p>
        )}
      </div>
    </form>
  )
}
