/**
 * A thumbnail of a crawled image. Our own server fetches it by the rules of a crawl, so that the other site never sees the user's
 * browser. It loads when it comes near the viewport, a few at a time, in space that is reserved from the start.
 */

import { clsx } from 'clsx'
import { ImageIcon, ImageOff } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { parseHttpUrl } from '#shared/url.ts'
import { fileUrl } from '../queries/api-client.ts'
import { createConcurrencyLimit } from './concurrency-limit.ts'

interface ImageThumbnailProps {
  websiteId: number
  /** null: the newest crawl. */
  crawlId: number | null
  /** URL of the image. */
  url: string
  /** Text alternative; '' when the text beside it says the same. */
  alt: string
  /** The image is known to be broken: nothing is requested. */
  isBroken?: boolean | undefined
  /** For another size than 64 pixels, such as `size-24`. */
  className?: string | undefined
}

type State = 'waiting' | 'loading' | 'shown' | 'failed'

const AT_ONCE = 3
const NEAR = '200px'
const loading = createConcurrencyLimit(AT_ONCE)

export function ImageThumbnail({ websiteId, crawlId, url, isBroken = false, ...shown }: ImageThumbnailProps) {
  const source = fileUrl('thumbnail', websiteId, { url, crawl: crawlId ?? undefined })
  // Another image starts over, in the same place.
  return <Thumbnail key={source} source={source} isRequested={!isBroken && parseHttpUrl(url) !== null} {...shown} />
}

interface ThumbnailProps {
  source: string
  isRequested: boolean
  alt: string
  className?: string | undefined
}

function Thumbnail({ source, isRequested, alt, className }: ThumbnailProps) {
  const [state, setState] = useState<State>(isRequested ? 'waiting' : 'failed')
  const frame = useRef<HTMLSpanElement>(null)
  const endLoading = useRef<(() => void) | null>(null)
  useEffect(() => {
    const place = frame.current
    if (!place || !isRequested) return
    const watch = new IntersectionObserver(
      entries => {
        if (!entries.some(entry => entry.isIntersecting)) return
        watch.disconnect()
        endLoading.current = loading.start(() => setState('loading'))
      },
      { rootMargin: NEAR },
    )
    watch.observe(place)
    return () => {
      watch.disconnect()
      endLoading.current?.()
    }
  }, [isRequested])
  const end = (next: State) => {
    endLoading.current?.()
    setState(next)
  }
  return (
    <span
      ref={frame}
      title={state === 'failed' ? 'No preview' : undefined}
      className={clsx(
        'relative grid shrink-0 place-items-center overflow-hidden rounded-control border border-line bg-sunken text-ink-faint soft:size-16',
        className,
      )}
    >
      {(state === 'waiting' || state === 'loading') && (
        <ImageIcon aria-hidden className={clsx('size-5', state === 'loading' && 'animate-pulse')} />
      )}
      {state === 'failed' && (
        <>
          <ImageOff aria-hidden className="size-5" />
          <span className="sr-only">No preview</span>
        </>
      )}
      {(state === 'loading' || state === 'shown') && (
        <img
          src={source}
          alt={alt}
          width={64}
          height={64}
          decoding="async"
          fetchPriority="low"
          onLoad={() => end('shown')}
          onError={() => end('failed')}
          className={clsx(
            'absolute inset-0 m-auto h-auto max-h-full w-auto max-w-full bg-[repeating-conic-gradient(var(--line)_0_25%,transparent_0_50%)] bg-[length:12px_12px] transition-opacity',
            state === 'shown' ? 'opacity-100' : 'opacity-0',
          )}
        />
      )}
    </span>
  )
}
