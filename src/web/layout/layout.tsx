/**
 * The frame around every screen but the landing page: sidebar (a drawer on phones), header, main area, footer. It chooses the active
 * website and passes it to the screens.
 */
import { type ReactNode, useMemo } from 'react'
import { FOOTER_TEXT, VERSION_LABEL } from '#shared/constants.ts'
import type { MatchedRoute } from '#shared/routes.ts'
import { Brand } from '../components/brand.tsx'
import { ActiveCrawlContext, chooseActiveCrawl, useWebsites } from '../queries/websites.ts'
import { ClearedWebsite, useClearedUrl } from './cleared-website.tsx'
import { Header } from './header.tsx'
import { SkipLinks, useShortcuts } from './keyboard.tsx'
import { useShownCrawl } from './shown-crawl.ts'
import { SidebarNav } from './sidebar-nav.tsx'

interface LayoutProps {
  route: MatchedRoute
  children: ReactNode
}

export function Layout({ route, children }: LayoutProps) {
  const websites = useWebsites()
  const active = useMemo(() => chooseActiveCrawl(websites.data, route.websiteId), [websites.data, route.websiteId])
  const clearedUrl = useClearedUrl(websites, route.websiteId)
  const crawl = useShownCrawl(route, {
    websites: websites.data,
    areFresh: websites.isFetchedAfterMount,
    active: active.website,
  })
  useShortcuts()

  return (
    <ActiveCrawlContext value={active}>
      <SkipLinks />
      <aside className="fixed inset-y-0 left-0 hidden w-60 flex-col border-line border-r bg-surface [view-transition-name:sidebar] md:flex">
        <div className="flex h-16 shrink-0 items-center px-5">
          <Brand />
        </div>
        <div className="min-h-0 flex-1 overflow-y-auto">
          <SidebarNav crawl={crawl} currentScreen={route.screen} />
        </div>
      </aside>
      <div className="flex min-h-dvh flex-col md:pl-60">
        <Header drawer={close => <SidebarNav crawl={crawl} currentScreen={route.screen} onFollow={close} />} />
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
