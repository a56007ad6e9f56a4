import { type Cut, cutAtPixels, TITLE_FONT_PX, textPixels } from '#shared/text-pixels.ts'

/**
 * How much of a title and a description a search result shows. No search engine publishes these widths, and they change: they are
 * what tools of the trade have measured, for Arial.
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

/** What a result shows of both. A result without a title shows the address. */
export function snippetOn(device: SnippetDevice, page: { title: string; description: string }): Snippet {
  const { title, description } = devices[device]
  return { title: measured(page.title, title), description: measured(page.description, description) }
}

function measured(text: string, room: { maxPx: number; fontPx: number }): SnippetText {
  return { ...cutAtPixels(text, room), widthPx: textPixels(text, room.fontPx), maxPx: room.maxPx }
}

/** `https://example.com › breads › rye`, as results write addresses. */
export function breadcrumb(address: string): string {
  const url = URL.parse(address)
  if (!url) return address
  return [url.origin, ...url.pathname.split('/').filter(Boolean).map(decoded)].join(' › ')
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
