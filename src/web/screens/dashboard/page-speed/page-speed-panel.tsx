/** How fast the website's start page is: one number for all, four scores, Core Web Vitals, and what would help. */
import { CardHeader, CardTitle } from '../../../components/card.tsx'
import { UrlText } from '../../../components/url-text.tsx'
import { usePageSpeed } from '../../../queries/page-speed.ts'
import { useAddressState } from '../../../state/url-state.ts'
import { PageSpeedBars } from './page-speed-bars.tsx'
import { PageSpeedDetails } from './page-speed-details.tsx'
import { DeviceSwitch, deviceOf } from './page-speed-device.tsx'
import { AnalyzeAgain, PageSpeedView } from './page-speed-view.tsx'
import { PageSpeedVitals } from './page-speed-vitals.tsx'
import { ScoreRing } from './score-ring.tsx'

interface PageSpeedPanelProps {
  url: string
  isCrawling: boolean
}

const addressDefaults = { device: 'mobile' }

export function PageSpeedPanel({ url, isCrawling }: PageSpeedPanelProps) {
  const [address, changeAddress] = useAddressState(addressDefaults)
  const device = deviceOf(address.device)
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
          <DeviceSwitch device={device} onDevice={value => changeAddress({ device: value })} />
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
