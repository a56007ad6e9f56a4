/** In the place of a report while no website has been crawled. */
import { Globe } from 'lucide-react'
import { hrefTo } from '#shared/routes.ts'
import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'

/** `see`: what a crawl would show here, such as "its redirects". */
export function NoSelectedWebsite({ see }: { see: string }) {
  return (
    <EmptyState
      icon={Globe}
      title="No website selected"
      description={`Crawl a website to see ${see}.`}
      action={
        <Button href={hrefTo('landing')} variant="primary">
          Crawl a website
        </Button>
      }
    />
  )
}
