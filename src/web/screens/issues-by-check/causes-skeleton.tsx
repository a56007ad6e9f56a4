/** As high as the causes of a check, while they are loaded or the code that shows them is. */
import { TABLE_PAGE_SIZE } from '#shared/constants.ts'
import { Skeleton } from '../../components/fetch-states.tsx'

export function CausesSkeleton({ issueCount }: { issueCount: number }) {
  return (
    <div className="rounded-control border border-line bg-surface">
      <p role="status" className="sr-only">
        Loading issues...
      </p>
      {Array.from({ length: Math.min(issueCount, TABLE_PAGE_SIZE) }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike and never change places
        <div key={row} className="flex h-11 items-center px-3">
          <Skeleton className="w-full" />
        </div>
      ))}
    </div>
  )
}
