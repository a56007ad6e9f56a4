/** All of a measurement but its scores. */
import type { PageSpeed } from '#shared/page-speed.ts'
import { formatCount } from '../../../components/format.ts'
import { PageSpeedFacts } from './page-speed-facts.tsx'
import { PageSpeedOpportunities } from './page-speed-opportunities.tsx'

export function PageSpeedDetails({ speed }: { speed: PageSpeed }) {
  const { opportunities } = speed
  return (
    <>
      {opportunities.length === 0 ? (
        <p className="border-line border-t px-4 py-3 text-sm sm:px-5">
          Lighthouse sees nothing that would save much time.
        </p>
      ) : (
        <details className="border-line border-t">
          <summary className="-outline-offset-2 px-4 py-3 font-medium text-sm hover:bg-sunken sm:px-5">
            {formatCount(opportunities.length, 'opportunity', 'opportunities')} to make it faster
          </summary>
          <PageSpeedOpportunities opportunities={opportunities} />
        </details>
      )}
      <div className="border-line border-t">
        <PageSpeedFacts speed={speed} />
      </div>
    </>
  )
}
