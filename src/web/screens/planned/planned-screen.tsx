/** Stands at the address of every screen that is not built yet: says plainly what will be here and leads to the same data. */
import { ArrowRight, Hammer } from 'lucide-react'
import { hrefTo, matchRoute } from '#shared/routes.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { UrlText } from '../../components/url-text.tsx'
import { useActiveCrawl } from '../../layout/active-crawl.ts'
import { useAddressState } from '../../queries/address-state.ts'
import { useWebsites } from '../../queries/websites.ts'
import { type PlannedLink, plannedScreen } from './planned-screens.ts'

const addressDefaults = { url: '' }

export function PlannedScreen() {
  const { screen } = matchRoute(location.pathname)
  const { websiteId } = useActiveCrawl()
  const [{ url }] = useAddressState(addressDefaults)
  const websites = useWebsites()
  const planned = plannedScreen(screen, { websiteId, url })
  if (!planned) return null
  const dashboards: PlannedLink[] = (websites.data ?? []).map(website => ({
    label: website.url,
    href: hrefTo('dashboard', website.id),
  }))
  const links = screen === 'projects' ? dashboards : planned.links
  return (
    <>
      <PageHeader title={planned.title} description={url !== '' && <UrlText url={url} />} />
      <Card className="max-w-2xl p-6">
        <p className="flex items-center gap-2 font-semibold">
          <Hammer aria-hidden className="size-4 text-accent" />
          Not built yet
        </p>
        <p className="mt-2 text-ink-muted">{planned.will}</p>
        {links.length > 0 && (
          <>
            <h2 className="mt-6 font-medium text-sm">See the same data today</h2>
            <ul className="mt-2 flex flex-wrap gap-2">
              {links.map(link => (
                <li key={link.href} className="min-w-0">
                  <Button href={link.href} className="max-w-full">
                    <span className="truncate">{link.label}</span>
                    <ArrowRight aria-hidden />
                  </Button>
                </li>
              ))}
            </ul>
          </>
        )}
      </Card>
    </>
  )
}
