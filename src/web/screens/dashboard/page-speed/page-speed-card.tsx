/** Reserves the space of the page-speed panel, which is loaded once it comes near the viewport. */
import { lazy, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { Card } from '../../../components/card.tsx'
import { useBoot } from '../../../state/boot.ts'

const PageSpeedPanel = lazy(() => import('./page-speed-panel.tsx').then(part => ({ default: part.PageSpeedPanel })))

interface PageSpeedCardProps {
  /** URL of the website; '' while loading. */
  url: string
  isCrawling: boolean
}

export function PageSpeedCard(props: PageSpeedCardProps) {
  const card = useRef<HTMLElement>(null)
  const isNear = useNear(card)
  if (useBoot().measuresPageSpeed === false) return null
  return (
    <Card
      ref={card}
      aria-label="Page speed"
      // On narrow windows short content, such as an error, takes only the space it needs.
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

/** Whether an element has come near the viewport; stays true. */
function useNear(element: RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (!element.current || isNear) return
    const watch = new IntersectionObserver(entries => entries.some(entry => entry.isIntersecting) && setNear(true), {
      rootMargin: NEAR,
    })
    watch.observe(element.current)
    return () => watch.disconnect()
  }, [element, isNear])
  return isNear
}
