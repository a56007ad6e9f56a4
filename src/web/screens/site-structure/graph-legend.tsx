/** What the marks of the graph mean: shape and word beside the colour. */
import type { ReactNode } from 'react'

export function GraphLegend() {
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1.5 text-ink-muted text-sm">
      <Entry sign={<circle cx="8" cy="8" r="7" className="fill-chart-blue" />}>Page</Entry>
      <Entry
        sign={
          <>
            <circle cx="8" cy="8" r="7" className="fill-chart-amber" />
            <circle cx="8" cy="8" r="3" className="fill-surface" />
          </>
        }
      >
        Redirect
      </Entry>
      <Entry
        sign={
          <>
            <circle cx="8" cy="8" r="7" className="fill-chart-red" />
            <path d="M5 5l6 6M11 5l-6 6" className="stroke-2 stroke-surface" />
          </>
        }
      >
        Error: 400 or above, or no response
      </Entry>
      <li>Larger: nearer to the top of the site</li>
    </ul>
  )
}

function Entry({ sign, children }: { sign: ReactNode; children: ReactNode }) {
  return (
    <li className="flex items-center gap-1.5">
      <svg aria-hidden="true" viewBox="0 0 16 16" className="size-3.5 shrink-0">
        {sign}
      </svg>
      {children}
    </li>
  )
}
