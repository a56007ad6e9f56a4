/**
 * A URL: cut in the middle, whole on hover and focus, with buttons to copy and open it. Crawled URLs are untrusted: `CrawledText` shows
 * them, and only http and https become links.
 */

import { clsx } from 'clsx'
import { Check, Copy, ExternalLink } from 'lucide-react'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { plainText } from '#shared/plain-text.ts'
import { parseHttpUrl } from '#shared/url.ts'
import { useCopy } from './copy-button.tsx'
import { CrawledText } from './crawled-text.tsx'

interface UrlTextProps {
  url: string
  /** Where the text itself leads inside the product, such as the page's insights. */
  href?: string | undefined
  /** Named once for all URLs around: a URL of it is shown without it, and whole on hover and focus. */
  origin?: string | undefined
  /** Copy and open buttons. */
  hasActions?: boolean | undefined
  className?: string | undefined
}

/** At most this many characters at the end stay visible: a last path segment, or the parameters in which two URLs differ. */
const MAX_TAIL_LENGTH = 18
/** Of a short URL, at most this share: its beginning says more than its end. */
const MAX_TAIL_SHARE = 1 / 3

export function UrlText({ url, href, origin, hasActions = true, className }: UrlTextProps) {
  const shown = withoutOrigin(url, origin)
  const cut = shown.length - tailLength(shown)
  const [isWholeShown, setWholeShown] = useState(false)
  const frame = useRef<HTMLSpanElement>(null)
  const head = useRef<HTMLSpanElement>(null)
  const show = () =>
    setWholeShown(shown !== url || (head.current !== null && head.current.scrollWidth > head.current.clientWidth))
  const hide = () => setWholeShown(false)
  const text = (
    <bdi dir="ltr" className="flex min-w-0 font-mono text-[0.93em]">
      <span ref={head} className="min-w-0 truncate whitespace-pre">
        <CrawledText text={shown.slice(0, cut)} dir="ltr" />
      </span>
      <span className="shrink-0 whitespace-pre">
        <CrawledText text={shown.slice(cut)} dir="ltr" />
      </span>
    </bdi>
  )
  return (
    <span className={clsx('relative flex min-w-0 items-center gap-1', className)}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: hover and focus reveal what is already in the text */}
      <span
        ref={frame}
        className="relative min-w-0"
        onPointerEnter={show}
        onPointerLeave={hide}
        onFocus={show}
        onBlur={hide}
        onKeyDown={event => event.key === 'Escape' && hide()}
      >
        {href === undefined ? (
          text
        ) : (
          <a href={href} className="block min-w-0 rounded font-medium text-ink hover:text-accent hover:underline">
            {text}
          </a>
        )}
        {isWholeShown && <WholeUrl url={url} anchor={frame} />}
      </span>
      {hasActions && <UrlActions url={url} />}
    </span>
  )
}

/** Of the crawled site; undefined while its URL is loaded. */
export function originOf(url: string | undefined): string | undefined {
  return url === undefined ? undefined : URL.parse(url)?.origin
}

/** `/about` for a URL of the origin, others as they are. */
export function withoutOrigin(url: string, origin: string | undefined): string {
  return origin !== undefined && url.startsWith(`${origin}/`) ? url.slice(origin.length) : url
}

/** A shorter one fits as it is, and is one word for assistive technology and for a search in the page. */
const MIN_CUT_LENGTH = 25

/** Length of the end that stays visible; 0 for a URL with invisible characters, whose marks need more room. */
function tailLength(url: string): number {
  if (url.length < MIN_CUT_LENGTH) return 0
  return plainText(url) === url ? Math.min(MAX_TAIL_LENGTH, Math.floor(url.length * MAX_TAIL_SHARE)) : 0
}

/** In the top layer, so that neither a scrolling table nor a panel cuts it off and no row changes its height. */
function WholeUrl({ url, anchor }: { url: string; anchor: RefObject<HTMLElement | null> }) {
  const panel = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const place = anchor.current?.getBoundingClientRect()
    if (!panel.current || !place) return
    panel.current.showPopover()
    const { offsetWidth, offsetHeight } = panel.current
    const fitsBelow = place.bottom + offsetHeight < window.innerHeight
    panel.current.style.top = `${fitsBelow ? place.bottom : place.top - offsetHeight}px`
    panel.current.style.left = `${Math.max(8, Math.min(place.left, window.innerWidth - offsetWidth - 8))}px`
  }, [anchor])
  return (
    <span
      ref={panel}
      popover="manual"
      aria-hidden
      className="fixed max-w-[min(40rem,calc(100vw-1rem))] break-all rounded-control border border-line bg-raised px-3 py-2 text-ink text-sm shadow-raised"
    >
      <CrawledText text={url} dir="ltr" />
    </span>
  )
}

const action =
  'grid size-7 shrink-0 place-items-center rounded text-ink-faint transition-colors hover:bg-sunken hover:text-ink [&_svg]:size-3.5'

/** Rows of tables have room for the URL alone: with a mouse, the buttons stand over its end, of the row that has the pointer or the focus. */
const inRow =
  'pointer-fine:in-[tbody]:absolute pointer-fine:in-[tbody]:inset-y-0 pointer-fine:in-[tbody]:right-0 pointer-fine:in-[tbody]:my-auto pointer-fine:in-[tbody]:h-7 pointer-fine:in-[tbody]:rounded-control pointer-fine:in-[tbody]:bg-raised pointer-fine:in-[tbody]:not-in-[tr:hover]:not-focus-within:opacity-0'

function UrlActions({ url }: { url: string }) {
  const openHref = parseHttpUrl(url)?.href
  const { isCopied, copy } = useCopy({ text: url, what: 'URL' })
  return (
    <span className={clsx('flex shrink-0', inRow)}>
      <button type="button" onClick={copy} className={action} aria-label={isCopied ? 'Copied' : 'Copy URL'}>
        {isCopied ? <Check aria-hidden className="text-success" /> : <Copy aria-hidden />}
      </button>
      {openHref && (
        <a
          href={openHref}
          target="_blank"
          rel="noopener noreferrer"
          className={action}
          aria-label="Open URL in a new tab"
        >
          <ExternalLink aria-hidden />
        </a>
      )}
    </span>
  )
}
