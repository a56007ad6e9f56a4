/** The links of the sidebar and of the drawer. Plain links: each one loads a document. */

import { clsx } from 'clsx'
import type { ScreenName } from '#shared/routes.ts'
import { Badge } from '../components/badge.tsx'
import { formatNumber } from '../components/format.ts'
import { useShared } from '../sharing/shown.ts'
import { useAuth } from '../state/signed-in-user.ts'
import { type NavigationItem, navigationGroups, type ShownCrawl } from './navigation.ts'

interface SidebarNavProps {
  /** null without a website. */
  crawl: ShownCrawl | null
  currentScreen: ScreenName
  /** A link was followed. */
  onFollow?: (() => void) | undefined
}

export function SidebarNav({ crawl, currentScreen, onFollow }: SidebarNavProps) {
  const { user } = useAuth()
  const shared = useShared()
  return (
    <nav aria-label="Main" className="space-y-6 px-3 py-4 md:space-y-5 md:py-3">
      {navigationGroups(crawl, { role: user?.role ?? null, parts: shared?.parts ?? null }).map(group => (
        <div key={group.id}>
          {group.heading && (
            <h2 className="mb-1.5 truncate px-3 font-medium text-ink-faint text-xs" title={group.heading}>
              {group.heading}
            </h2>
          )}
          <ul className="space-y-0.5 md:space-y-0">
            {group.items.map(item => (
              <li key={item.screen}>
                <SidebarLink item={item} isCurrent={item.screen === currentScreen} onFollow={onFollow} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

interface SidebarLinkProps {
  item: NavigationItem
  isCurrent: boolean
  onFollow: (() => void) | undefined
}

function SidebarLink({ item, isCurrent, onFollow }: SidebarLinkProps) {
  const Icon = item.icon
  return (
    <a
      href={item.href}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={onFollow}
      className={clsx(
        'flex h-9 items-center gap-2.5 md:h-8 rounded-control px-3 font-medium text-sm transition-colors',
        isCurrent ? 'bg-accent-soft text-accent' : 'text-ink-muted hover:bg-sunken hover:text-ink',
      )}
    >
      <Icon aria-hidden className="size-4 shrink-0" />
      <span className="min-w-0 flex-1 truncate">{item.label}</span>
      {item.count > 0 && (
        <Badge tone={item.tone} className="px-1.5">
          {formatNumber(item.count)}
        </Badge>
      )}
    </a>
  )
}
