/** A page is being measured: what is done, for how long, and a way to stop it. */
import { LoaderCircle, X } from 'lucide-react'
import type { PageSpeedProgressResponse } from '#shared/api/page-speed.ts'
import { pageSpeedPhaseLabels } from '#shared/page-speed.ts'
import { Button } from '../../../components/button.tsx'
import { formatCount, formatNumber } from '../../../components/format.ts'

interface PageSpeedProgressProps {
  /** undefined while nothing has been told. */
  progress: PageSpeedProgressResponse | undefined
  onCancel: () => void
}

export function PageSpeedProgress({ progress, onCancel }: PageSpeedProgressProps) {
  return (
    <div className="flex flex-col items-center gap-1 px-6 py-10 text-center xl:py-20">
      <LoaderCircle aria-hidden className="mb-3 size-8 animate-spin text-accent" />
      <p role="status" className="font-semibold">
        Analyzing page speed... This may take up to 60 seconds.
      </p>
      <p className="figures min-h-5 text-ink-muted text-sm">{progressWords(progress)}</p>
      <p className="text-ink-muted text-sm">For a slow page the analysis may take up to 2 minutes.</p>
      <Button className="mt-4" onClick={onCancel}>
        <X aria-hidden />
        Cancel
      </Button>
      <Outline />
    </div>
  )
}

/** What will stand there, in grey: it fills the room that is kept for it. It does not move, for something else does. */
function Outline() {
  return (
    <div aria-hidden className="mt-8 w-full max-w-3xl space-y-4 xl:hidden">
      <div className="mx-auto size-36 rounded-full border-12 border-line" />
      {['performance', 'accessibility', 'best practices', 'SEO'].map(each => (
        <div key={each} className="h-2 rounded-full bg-line" />
      ))}
      {['LCP', 'INP', 'CLS', 'TBT'].map(each => (
        <div key={each} className="h-24 rounded-control bg-line/60 md:h-10" />
      ))}
    </div>
  )
}

/** The same in a line, beside a result from before. */
export function PageSpeedProgressLine({ progress, onCancel }: PageSpeedProgressProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-b bg-sunken px-4 py-2 text-sm sm:px-5">
      <LoaderCircle aria-hidden className="size-4 shrink-0 animate-spin text-accent" />
      <p role="status">Analyzing page speed again... This may take up to 60 seconds.</p>
      <p className="figures text-ink-muted">{progressWords(progress)}</p>
      <Button size="small" className="ml-auto" onClick={onCancel}>
        <X aria-hidden />
        Cancel
      </Button>
    </div>
  )
}

function progressWords(progress: PageSpeedProgressResponse | undefined): string {
  if (progress?.state === 'waiting')
    return progress.place === 1 ? 'Next in the queue' : `Place ${formatNumber(progress.place)} in the queue`
  if (progress?.state !== 'running') return ''
  const words = pageSpeedPhaseLabels[progress.phase]
  return `${words.charAt(0).toUpperCase()}${words.slice(1)} · ${formatCount(progress.seconds, 'second')}`
}
