/** The page speed of the website's start page: overall score, Lighthouse scores, Core Web Vitals and opportunities. */

import { clsx } from 'clsx'
import { type PageSpeed, scoreBand } from '#shared/page-speed.ts'
import { CardHeader, CardTitle } from '../../../components/card.tsx'
import { UrlText } from '../../../components/url-text.tsx'
import { usePageSpeed } from '../../../queries/page-speed.ts'
import { useUrlState } from '../../../state/url-state.ts'
import { PageSpeedDetails } from './page-speed-details.tsx'
import { DeviceSwitch } from './page-speed-device.tsx'
import { deviceOf, lighthouseScores } from './page-speed-labels.ts'
import { AnalyzeAgain, PageSpeedView } from './page-speed-view.tsx'
import { PageSpeedVitals } from './page-speed-vitals.tsx'
import { bandLooks, ScoreRing } from './score-ring.tsx'

interface PageSpeedPanelProps {
  url: string
  isCrawling: boolean
}

const urlDefaults = { device: 'mobile' }

export function PageSpeedPanel({ url, isCrawling }: PageSpeedPanelProps) {
  const [urlState, changeUrl] = useUrlState(urlDefaults)
  const device = deviceOf(urlState.device)
  const state = usePageSpeed({ url, device }, { isCrawling })
  return (
    <>
      <CardHeader className="pb-4">
        <div className="min-w-0">
          <CardTitle>Page Speed</CardTitle>
          <UrlText url={url} hasActions={false} className="text-ink-muted text-sm" />
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <AnalyzeAgain state={state} isCrawling={isCrawling} />
          <DeviceSwitch device={device} onDevice={value => changeUrl({ device: value })} />
        </div>
      </CardHeader>
      <PageSpeedView url={url} state={state} isCrawling={isCrawling}>
        {speed => (
          <>
            <div className="grid gap-y-6 border-line border-t xl:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)]">
              <div className="grid content-center gap-x-8 gap-y-6 p-4 sm:grid-cols-[auto_minmax(0,1fr)] sm:items-center sm:p-5">
                <ScoreRing label="Overall score" score={speed.overall} isLarge />
                <PageSpeedBars speed={speed} />
              </div>
              <div className="border-line pb-4 max-xl:border-t xl:border-l">
                <PageSpeedVitals speed={speed} isShort />
              </div>
            </div>
            <PageSpeedDetails speed={speed} />
          </>
        )}
      </PageSpeedView>
    </>
  )
}

/** The four scores as bars, each with its number and rating. */
function PageSpeedBars({ speed }: { speed: PageSpeed }) {
  return (
    <ul className="grid gap-4">
      {lighthouseScores.map(({ key, name }) => (
        <ScoreBar key={key} name={name} score={speed[key]} />
      ))}
    </ul>
  )
}

function ScoreBar({ name, score }: { name: string; score: number | null }) {
  const band = score === null ? null : scoreBand(score)
  const look = band && bandLooks[band]
  const Icon = look?.icon
  return (
    <li>
      <div className="mb-1.5 flex items-baseline justify-between gap-3 text-sm">
        <span className="font-medium">{name}</span>
        <span className="flex items-center gap-2">
          <span className={clsx('inline-flex items-center gap-1 text-xs', look?.text ?? 'text-ink-muted')}>
            {Icon && <Icon aria-hidden className="size-3.5" />}
            {band ?? 'No score'}
          </span>
          <span className="figures w-7 text-right font-semibold">{score ?? '–'}</span>
        </span>
      </div>
      <div aria-hidden className="h-2 overflow-hidden rounded-full bg-line">
        <div
          className={clsx('h-full origin-left', look?.fill)}
          style={{ transform: `scaleX(${(score ?? 0) / 100})` }}
        />
      </div>
    </li>
  )
}
