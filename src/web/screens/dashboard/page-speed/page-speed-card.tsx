/** The place of the page-speed panel: as high as what will stand there. The panel is loaded, and asks, once it is near the window. */
import { lazy, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { Card } from '../../../components/card.tsx'
import { useBoot } from '../../../state/boot.ts'

const PageSpeedPanel = lazy(() => import('./page-speed-panel.tsx').then(part => ({ default: part.PageSpeedPanel })))

interface PageSpeedCardProps {
  /** Of the website; '' while it is not known. */
  url: string
  isCrawling: boolean
}

export function PageSpeedCard(props: PageSpeedCardProps) {
  const place = useRef<HTMLElement>(null)
  const isNear = useNear(place)
  if (useBoot().measuresPageSpeed === false) return null
  return (
    <Card
      ref={place}
      aria-label="Page speed"
      // What is short by itself, such as an error, needs no more room than it takes, but where the room is small anyway.
      className="mt-4 min-h-338 max-xl:has-data-short:min-h-0 sm:min-h-237 md:min-h-227 lg:min-h-198 xl:min-h-133"
    >
      {isNear && props.url !== '' && (
        <Suspense fallback={null}>
          <PageSpeedPanel {...props} />
        </Suspense>
      )}
    </Card>
  )
}

const NEAR = '200px'

/** Whether something has come near the window; once it has, it stays so. */
function useNear(place: RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (!place.current || isNear) return
    const watch = new IntersectionObserver(entries => entries.some(entry => entry.isIntersecting) && setNear(true), {
      rootMargin: NEAR,
    })
    watch.observe(place.current)
    return () => watch.disconnect()
  }, [place, isNear])
  return isNear
}
