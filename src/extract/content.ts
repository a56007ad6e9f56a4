import { hash } from 'node:crypto'
import { attributeTokens, type ElementNode, hasAttribute, isHtml } from '#html/node.ts'
import type { ContentFacts } from '#shared/facts.ts'
import { MAX_MAIN_TEXT } from '#shared/limits.ts'
import { cutText } from './cut-text.ts'
import { minHash } from './min-hash.ts'
import type { Surroundings } from './surroundings.ts'
import type { Tool } from './tag-traits.ts'
import { countWords, createTextSink, type TextSink } from './text-reader.ts'
import type { Visitor } from './walk.ts'

/** A page with fewer words of text anywhere may be an empty app shell. */
const APP_SHELL_WORDS = 50
/** A signature of fewer words would find short texts similar. */
const MIN_HASHED_WORDS = 100
const MOUNT_IDS = new Set(['root', 'app', '__next', '__nuxt'])

/** The text of the link to itself that generators of manuals put behind a heading. */
const PERMALINK = '¶'

/** A character that belongs to a word in any context. */
const SURELY_WORD = /[a-z0-9]/i

export interface ContentCollector extends Visitor {
  facts(): { content: ContentFacts; isAppShell: boolean }
}

/**
 * Main text: that of `main`, or of the body when there is none or it is empty, without navigation, header, footer, aside,
 * dialogs and cookie banners, and what it holds beside text.
 */
export function contentCollector(): ContentCollector {
  const whole = createPart()
  const main = createPart()
  /** Once `main` has a word, text outside it does not count. */
  let hasMainWord = false
  let visibleWords = 0
  let hasScript = false
  let hasMount = false
  let listDepth = 0

  const [none, outside, inside, mainAlone] = [[], [whole], [whole, main], [main]]
  const partsOf = (around: Surroundings): readonly Part[] => {
    if (around.isBesideMainText || around.isHidden || around.isInHead || around.isInNoscript) return none
    if (hasMainWord) return around.isInMain ? mainAlone : none
    return around.isInMain ? inside : outside
  }
  return {
    enter({ element, trait, id }, around) {
      const { isBlock, tool } = trait
      if (trait.isList) listDepth++
      if (element.tagName === 'script') hasScript = true
      else if (!hasMount) hasMount = isMount(element, id)
      const parts = partsOf(around)
      if (parts.length === 0 || (!isBlock && tool === null)) return
      for (const part of parts) {
        if (isBlock) part.sink.separate()
        if (tool !== null) part.see(tool, element, around)
      }
    },
    text(value, around) {
      if (around.isTextIgnored || around.isHidden || around.isInHead || value === PERMALINK) return
      if (visibleWords < APP_SHELL_WORDS) visibleWords += countWords(value, APP_SHELL_WORDS)
      const parts = partsOf(around)
      if (parts.length > 0) {
        const kind = { isCode: around.isInCode, isInList: listDepth > 0 }
        for (const part of parts) part.sink.add(value, kind)
      }
      if (parts === inside) hasMainWord = SURELY_WORD.test(value)
    },
    leave({ isList, isBlock }, around) {
      if (isList) listDepth--
      if (isBlock) for (const part of partsOf(around)) part.sink.separate()
    },
    facts() {
      const ofMain = contentOf(main)
      return {
        content: ofMain.wordCount > 0 ? ofMain : contentOf(whole),
        isAppShell: visibleWords < APP_SHELL_WORDS && hasScript && hasMount,
      }
    },
  }
}

/** The element into which client-side frameworks render: a well-known id, or a custom element. */
function isMount(element: ElementNode, id: string | null): boolean {
  if (element.tagName.includes('-') && isHtml(element)) return true
  return id !== null && MOUNT_IDS.has(id)
}

interface Part {
  sink: TextSink
  see(tool: Tool, element: ElementNode, around: Surroundings): void
  isListingOrTool(): boolean
}

const NO_FIELDS = new Set(['hidden', 'submit', 'reset', 'button', 'image'])
const MANY_LINKS = 10
const MANY_FIELDS = 2

/** Text and tools of the main part, or of the whole page. */
function createPart(): Part {
  let linksAndImages = 0
  let hasMedia = false
  let fields = 0
  let hasFieldForm = false
  return {
    sink: createTextSink(),
    see(tool, element, around) {
      if (tool === 'image' || (tool === 'link' && hasAttribute(element, 'href'))) linksAndImages++
      else if (tool === 'media') hasMedia = true
      else if (tool === 'form') fields = 0
      else if (tool === 'field' && around.form !== null && isField(element) && ++fields >= MANY_FIELDS)
        hasFieldForm = true
    },
    isListingOrTool: () => hasMedia || hasFieldForm || linksAndImages >= MANY_LINKS,
  }
}

function isField(element: ElementNode): boolean {
  return element.tagName !== 'input' || !NO_FIELDS.has(attributeTokens(element, 'type', 1)[0] ?? 'text')
}

function contentOf(part: Part): ContentFacts {
  const { text, codeRanges, listRanges, words, isNormal } = part.sink.finish()
  const mainText = cutText(text, MAX_MAIN_TEXT)
  // The same words are the same text, whatever elements hold them.
  const line = text.replaceAll('\n', ' ')
  return {
    mainText,
    codeRanges: rangesWithin(codeRanges, mainText.length),
    ...(listRanges.length > 0 && { listRanges: rangesWithin(listRanges, mainText.length) }),
    wordCount: words.count,
    textHash: words.count === 0 ? '' : hash('sha256', isNormal ? line : line.normalize('NFC'), 'hex'),
    minhash: words.count < MIN_HASHED_WORDS ? [] : minHash(words.hashes),
    isListingOrTool: part.isListingOrTool(),
  }
}

function rangesWithin(ranges: readonly [number, number][], length: number): [number, number][] {
  return ranges.filter(([start]) => start < length).map(([start, end]) => [start, Math.min(end, length)])
}
