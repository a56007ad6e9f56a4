/**
 * The frame around every screen but the landing page: sidebar (a drawer on phones), header, main area, footer. It knows which
 * website is current and passes that on; it never knows what a screen shows.
 */
import { Menu } from 'lucide-react'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { FOOTER_TEXT, VERSION_LABEL } from '#shared/constants.ts'
import { sidebarWebsite } from '#shared/current-website.ts'
import type { MatchedRoute } from '#shared/routes.ts'
import { Brand } from '../components/brand.tsx'
import { Button } from '../components/button.tsx'
import { Sheet } from '../components/sheet.tsx'
import { isCrawlActive, useCrawlResult } from '../queries/crawls.ts'
import { ActiveCrawlContext, chooseActiveCrawl, useWebsites } from '../queries/websites.ts'
import { type BrowserStorage, browserStorage } from '../state/browser-storage.ts'
import { rememberedUrl, rememberWebsites } from '../state/known-websites.ts'
import { ClearedWebsite } from './cleared-website.tsx'
import { HeaderCrawlForm } from './header-crawl-form.tsx'
import { SkipLink, useShortcuts } from './keyboard.tsx'
import { LoginControl } from './login-control.tsx'
import { NotificationBell } from './notification-bell.tsx'
import { SidebarNav } from './sidebar-nav.tsx'
import { ThemeToggle } from './theme-toggle.tsx'

interface LayoutProps {
  route: MatchedRoute
  children: ReactNode
}

export function Layout({ route, children }: LayoutProps) {
  const websites = useWebsites()
  const latest = sidebarWebsite(websites.data ?? [])
  const active = useMemo(() => chooseActiveCrawl(websites.data, route.websiteId), [websites.data, route.websiteId])
  const clearedUrl = useClearedUrl(websites, route.websiteId)
  // Screens without a crawl of their own still see the counts of the sidebar grow while one runs.
  useCrawlResult(latest && isCrawlActive(latest) ? latest.id : null)
  useShortcuts()

  return (
    <ActiveCrawlContext value={active}>
      <SkipLink />
      <aside className="fixed inset-y-0 left-0 hidden w-60 flex-col border-line border-r bg-surface [view-transition-name:sidebar] md:flex">
        <div className="flex h-16 shrink-0 items-center px-5">
          <Brand />
        </div>
        <div className="min-h-0 flex-1 overflow-y-auto">
          <SidebarNav website={latest} currentScreen={route.screen} />
        </div>
      </aside>
      <div className="flex min-h-dvh flex-col md:pl-60">
        <Header drawer={close => <SidebarNav website={latest} currentScreen={route.screen} onFollow={close} />} />
        <main id="main" tabIndex={-1} className="mx-auto w-full max-w-[90rem] flex-1 px-4 py-6 sm:px-6">
          {clearedUrl !== null && route.websiteId !== null ? (
            <ClearedWebsite websiteId={route.websiteId} url={clearedUrl} />
          ) : (
            children
          )}
        </main>
        <footer className="mx-auto flex w-full max-w-[90rem] justify-between gap-4 px-4 py-5 text-ink-muted text-xs sm:px-6">
          <p>{FOOTER_TEXT}</p>
          <p className="figures">{VERSION_LABEL}</p>
        </footer>
      </div>
    </ActiveCrawlContext>
  )
}

/** Address of the path's website when it was there earlier in this visit and is gone now; null otherwise. */
function useClearedUrl(websites: ReturnType<typeof useWebsites>, idFromPath: number | null): string | null {
  const [storage] = useState<BrowserStorage>(() => browserStorage(() => sessionStorage))
  useEffect(() => {
    if (websites.data) rememberWebsites(storage, websites.data)
  }, [storage, websites.data])
  // The list of the last document may be out of date; only a fresh one is proof.
  const isFresh = websites.isFetchedAfterMount && websites.isSuccess
  if (!isFresh || idFromPath === null || websites.data.some(website => website.id === idFromPath)) return null
  return rememberedUrl(storage, idFromPath)
}

/** `drawer` draws the drawer's links; it is given a function that closes it. */
function Header({ drawer }: { drawer: (close: () => void) => ReactNode }) {
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  const close = () => setDrawerOpen(false)
  useEffect(() => {
    // A document that comes back out of the browser's history must not still have its drawer open.
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
        <HeaderCrawlForm className="min-w-0 max-w-lg flex-1 max-md:order-last max-md:mt-2 max-md:max-w-none max-md:basis-full" />
        {/* Shrinks in place of the header growing: a long username gives way. */}
        <div className="flex min-w-0 flex-1 basis-0 items-center justify-end md:flex-initial md:basis-auto">
          <ThemeToggle />
          <NotificationBell />
          <LoginControl />
        </div>
      </div>
      <Sheet isOpen={isDrawerOpen} onOpen={setDrawerOpen} title="Menu" side="left" className="max-w-72">
        {drawer(close)}
      </Sheet>
    </header>
  )
}
