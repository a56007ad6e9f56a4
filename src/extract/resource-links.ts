import { attribute, attributeTokens, type ElementNode } from '#html/node.ts'
import type { LinkKind } from '#shared/model.ts'
import { cutFolded } from './cut-text.ts'
import { elementText } from './element-text.ts'
import { showsOwnPage } from './image-sources.ts'
import type { LinkList, Reference } from './link-list.ts'
import type { Collector, Page } from './page.ts'
import { styleUrls } from './style-urls.ts'

/** Resources that a page loads or embeds: images, frames, media, scripts, and targets of `link` elements. */
export function resourceLinkCollector(page: Page, links: LinkList): Collector {
  return {
    tags: ['img', 'source', 'video', 'audio', 'embed', 'object', 'input', 'script', 'iframe', 'frame', 'link'],
    visit(element, around) {
      for (const { kind, raw, text, rel } of referencesOf(element, page))
        links.add({ kind, raw, element, around, text, rel })
    },
  }
}

/** Of the text of all style elements of a page; an icon font with its parts is smaller. */
const MAX_STYLE_TEXT = 256 * 1_024
/** Files on other hosts that style elements of a page may name: a web font comes in dozens of parts. */
const MAX_FOREIGN_FILES = 5

/** Images, fonts and style sheets that `style` elements name. */
export function styleElementCollector(page: Page, links: LinkList): Collector {
  let textLeft = MAX_STYLE_TEXT
  let foreignLeft = MAX_FOREIGN_FILES
  return {
    tags: ['style'],
    visit(element, around) {
      if (textLeft <= 0) return
      const css = elementText(element, textLeft).slice(0, textLeft)
      textLeft -= css.length
      for (const { url: raw, kind } of styleUrls(css)) {
        const resolved = page.resolve(raw)
        if (resolved.kind !== 'web') continue
        if (URL.parse(resolved.url)?.host !== URL.parse(page.url)?.host && foreignLeft-- <= 0) continue
        links.add({ kind, raw, element, around, text: '', rel: [] }, resolved)
      }
    },
  }
}

type Named = Omit<Reference, 'element' | 'around'>

function referencesOf(element: ElementNode, page: Page): Named[] {
  switch (element.tagName) {
    case 'img':
      return imageReferences(element, page)
    case 'source':
      return [
        ...plain(element, 'src', 'media'),
        ...candidates(element, 'srcset'),
        ...candidates(element, 'data-srcset'),
      ]
    case 'video':
      return [...plain(element, 'src', 'media'), ...plain(element, 'poster', 'image')]
    case 'audio':
    case 'embed':
      return plain(element, 'src', 'media')
    case 'object':
      return plain(element, 'data', 'media')
    case 'input':
      return attributeTokens(element, 'type', 1)[0] === 'image' ? plain(element, 'src', 'image') : []
    case 'script':
      return plain(element, 'src', 'script')
    case 'iframe':
    case 'frame':
      return plain(element, 'src', 'frame')
    default:
      return linkElementReferences(element)
  }
}

/** An empty src or href causes no fetch (HTML standard). */
function plain(element: ElementNode, name: string, kind: LinkKind, text = ''): Named[] {
  const raw = attribute(element, name)
  return raw === null || raw.trim() === '' ? [] : [{ kind, raw, text, rel: [] }]
}

function candidates(element: ElementNode, name: string): Named[] {
  const srcset = attribute(element, name)
  return srcset === null ? [] : srcsetUrls(srcset).map(raw => ({ kind: 'image', raw, text: '', rel: [] }))
}

/** Attributes in which lazy loaders keep the URL of an image. */
const LAZY_SOURCES = ['data-src', 'data-lazy-src', 'data-original'] as const

/** All attributes beside `src` that name files of an image. */
const OTHER_SOURCES: ReadonlySet<string> = new Set([...LAZY_SOURCES, 'srcset', 'data-srcset'])

function imageReferences(element: ElementNode, page: Page): Named[] {
  const text = cutFolded(attribute(element, 'alt') ?? '')
  // The common case.
  if (!element.attrs.some(({ name }) => OTHER_SOURCES.has(name)))
    return showsOwnPage(element, page) ? [] : plain(element, 'src', 'image', text)
  const references: Named[] = []
  const add = (raw: string | null) => {
    if (raw === null || raw.trim() === '' || references.some(each => each.raw === raw)) return
    references.push({ kind: 'image', raw, text, rel: [] })
  }
  if (!showsOwnPage(element, page)) add(attribute(element, 'src'))
  for (const name of LAZY_SOURCES) add(attribute(element, name))
  for (const name of ['srcset', 'data-srcset']) {
    const srcset = attribute(element, name)
    if (srcset !== null) srcsetUrls(srcset).forEach(add)
  }
  return references
}

/** URL of an image: src, or that of a lazy loader when src is absent or a data: placeholder. */
export function imageSource(element: ElementNode): string | null {
  const src = attribute(element, 'src')
  if (src !== null && src.trim() !== '' && !/^\s*data:/i.test(src)) return src
  return lazySource(element) ?? src
}

/** URL of an image that a script loads later. */
export function lazySource(element: ElementNode): string | null {
  return LAZY_SOURCES.map(name => attribute(element, name)).find(value => value?.trim()) ?? null
}

const PRELOAD_KINDS: ReadonlyMap<string, LinkKind> = new Map([
  ['font', 'font'],
  ['script', 'script'],
  ['style', 'stylesheet'],
])

function linkElementReferences(element: ElementNode): Named[] {
  const raw = attribute(element, 'href')
  if (raw === null || raw.trim() === '') return []
  const rel = attributeTokens(element, 'rel')
  return linkKindsOf(rel, element).map(kind => ({ kind, raw, text: '', rel }))
}

function linkKindsOf(rel: readonly string[], element: ElementNode): LinkKind[] {
  const kinds: LinkKind[] = []
  if (rel.includes('stylesheet')) kinds.push('stylesheet')
  else if (rel.includes('alternate')) kinds.push('alternate')
  if (rel.some(token => ICON_RELATIONS.has(token))) kinds.push('icon')
  if (rel.includes('canonical')) kinds.push('canonical')
  if (rel.includes('next')) kinds.push('next')
  if (rel.includes('prev') || rel.includes('previous')) kinds.push('prev')
  if (rel.includes('modulepreload')) kinds.push('script')
  const preloaded = rel.includes('preload') ? PRELOAD_KINDS.get(attributeTokens(element, 'as', 1)[0] ?? '') : undefined
  if (preloaded) kinds.push(preloaded)
  return kinds
}

const ICON_RELATIONS = new Set(['icon', 'apple-touch-icon', 'apple-touch-icon-precomposed', 'mask-icon'])

const MAX_CANDIDATES = 50

/** URLs of a srcset attribute ("parse a srcset attribute", HTML standard 4.8.4.2.2), at most 50. Linear in the input. */
export function srcsetUrls(srcset: string): string[] {
  const urls: string[] = []
  let at = 0
  while (urls.length < MAX_CANDIDATES) {
    at = skip(srcset, at, isBlankOrComma)
    const start = at
    at = skip(srcset, at, isNotBlank)
    if (at === start) break
    const url = srcset.slice(start, at)
    const bare = url.replace(/,+$/, '')
    if (bare !== '') urls.push(bare)
    // A comma at the end of the URL itself means that no descriptor follows.
    if (bare.length === url.length) at = endOfDescriptors(srcset, at)
  }
  return urls
}

function skip(text: string, from: number, isSkipped: (code: number) => boolean): number {
  let at = from
  while (at < text.length && isSkipped(text.charCodeAt(at))) at++
  return at
}

const COMMA = 0x2c

/** ASCII white space (Infra standard). */
function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x09 || code === 0x0d || code === 0x0c
}

function isNotBlank(code: number): boolean {
  return !isBlank(code)
}

function isBlankOrComma(code: number): boolean {
  return code === COMMA || isBlank(code)
}

/** Behind the comma that ends the candidate; commas within parentheses do not. */
function endOfDescriptors(text: string, from: number): number {
  let isInParentheses = false
  for (let at = from; at < text.length; at++) {
    const char = text.charAt(at)
    if (char === '(') isInParentheses = true
    else if (char === ')') isInParentheses = false
    else if (char === ',' && !isInParentheses) return at + 1
  }
  return text.length
}
