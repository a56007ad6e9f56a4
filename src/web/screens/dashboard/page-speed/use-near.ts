import { type RefObject, useEffect, useState } from 'react'

const NEAR = '200px'

/** Whether something has come near the window; once it has, it stays so. */
export function useNear(place: RefObject<HTMLElement | null>): boolean {
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
