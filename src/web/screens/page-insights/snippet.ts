import { type Cut, cutAtPixels, TITLE_FONT_PX, textPixels } from '#shared/text-pixels.ts'
import { percentDecoded } from '#shared/url.ts'

/**
 * Widths of title and description in a search result, for Arial. Search engines do not publish them; these are the values that SEO
 * tools have measured.
 */
const devices = {
  desktop: { title: { maxPx: 580, fontPx: TITLE_FONT_PX }, description: { maxPx: 920, fontPx: 14 } },
  /** Two lines of title. */
  phone: { title: { maxPx: 650, fontPx: 18 }, description: { maxPx: 680, fontPx: 14 } },
} as const
export type SnippetDevice = keyof typeof devices

interface SnippetText extends Cut {
  widthPx: number
  maxPx: number
}

export interface Snippet {
  title: SnippetText
  description: SnippetText
}

/** The title and description that a search result shows. */
export function snippetOn(device: SnippetDevice, page: { title: string; description: string }): Snippet {
  const { title, description } = devices[device]
  return { title: measured(page.title, title), description: measured(page.description, description) }
}

function measured(text: string, room: { maxPx: number; fontPx: number }): SnippetText {
  return { ...cutAtPixels(text, room), widthPx: textPixels(text, room.fontPx), maxPx: room.maxPx }
}

/** `https://example.com › breads › rye`, as search results show URLs. */
export function breadcrumb(pageUrl: string): string {
  const url = URL.parse(pageUrl)
  if (!url) return pageUrl
  return [url.origin, ...url.pathname.split('/').filter(Boolean).map(percentDecoded)].join(' › ')
}
