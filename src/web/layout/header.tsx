/** The header: menu button on phones, crawl form, theme, notifications, sign-in. */
import { clsx } from 'clsx'
import { Menu } from 'lucide-react'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { Brand } from '../components/brand.tsx'
import { Button } from '../components/button.tsx'
import { Sheet } from '../components/sheet.tsx'
import { Input } from '../components/text-field.tsx'
import { useCrawlForm } from '../components/use-crawl-form.ts'
import { useShared } from '../sharing/shown.ts'
import { useBoot, usualCrawlLimit } from '../state/boot.ts'
import { LoginControl } from './login-control.tsx'
import { NotificationBell } from './notification-bell.tsx'
import { ThemeToggle } from './theme-toggle.tsx'

/** `drawer` renders the links of the drawer; its argument closes the drawer. */
export function Header({ drawer }: { drawer: (close: () => void) => ReactNode }) {
  const shared = useShared()
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  const close = () => setDrawerOpen(false)
  useEffect(() => {
    // A document that returns from the back/forward cache has its drawer closed.
    const closeDrawer = () => setDrawerOpen(false)
    addEventListener('pageshow', closeDrawer)
    addEventListener('popstate', closeDrawer)
    return () => {
      removeEventListener('pageshow', closeDrawer)
      removeEventListener('popstate', closeDrawer)
    }
  }, [])
  return (
    <header className="sticky top-0 z-30 border-line border-b bg-canvas/90 backdrop-blur [view-transition-name:header]">
      <div className="mx-auto flex min-h-16 max-w-[90rem] flex-wrap items-center gap-x-2 px-4 md:flex-nowrap md:justify-between max-md:pt-2 max-md:pb-3 sm:px-6">
        <Button
          variant="ghost"
          size="icon"
          className="-ml-2 md:hidden"
          aria-label="Open menu"
          aria-expanded={isDrawerOpen}
          onClick={() => setDrawerOpen(true)}
        >
          <Menu aria-hidden />
        </Button>
        <Brand isShort className="md:hidden" />
        {shared ? (
          <p className="min-w-0 flex-1 px-2 text-ink-muted text-sm leading-5">Shared with you, to read</p>
        ) : (
          <HeaderCrawlForm className="min-w-0 max-w-lg flex-1 max-md:order-last max-md:mt-2 max-md:max-w-none max-md:basis-full" />
        )}
        {/* Shrinks in place of the header growing: a long username gives way. */}
        <div
          className={clsx(
            'flex min-w-0 items-center justify-end md:flex-initial md:basis-auto',
            !shared && 'flex-1 basis-0',
          )}
        >
          <ThemeToggle />
          <NotificationBell />
          {!shared && <LoginControl />}
        </div>
      </div>
      <Sheet isOpen={isDrawerOpen} onOpen={setDrawerOpen} title="Menu" side="left" className="max-w-72">
        {drawer(close)}
      </Sheet>
    </header>
  )
}

/** A URL and nothing else: the crawl has the default page limit. */
function HeaderCrawlForm({ className }: { className?: string }) {
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
