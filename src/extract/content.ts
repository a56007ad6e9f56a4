import { hash } from 'node:crypto'
import type { ContentFacts } from '#shared/facts.ts'
import { MAX_MAIN_TEXT } from '#shared/limits.ts'
import { cutText } from './cut-text.ts'
import { createTextSink, type TextSink } from './main-text.ts'
import { minHash } from './min-hash.ts'
import { attribute, attributeTokens, type ElementNode, hasAttribute, isHtml } from './node.ts'
import type { Surroundings } from './surroundings.ts'
import { tagTraits } from './tag-traits.ts'
import type { Visitor } from './walk.ts'
import { countWords, wordsOf } from './words.ts'

/** A page with fewer words of text anywhere may be an empty app shell. */
const APP_SHELL_WORDS = 50
/** A signature of fewer words would call short texts alike. */
const MIN_HASHED_WORDS = 100
const MOUNT_IDS = new Set(['root', 'app', '__next', '__nuxt'])

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
  let visibleWords = 0
  let hasScript = false
  let hasMount = false

  const [none, outside, inside] = [[], [whole], [whole, main]]
  const partsOf = (around: Surroundings): readonly Part[] => {
    if (around.isBesideMainText || around.isHidden || around.isInHead || around.isInNoscript) return none
    return around.isInMain ? inside : outside
  }
  return {
    enter(element, around) {
      if (element.tagName === 'script') hasScript = true
      else if (!hasMount) hasMount = isMount(element)
      for (const part of partsOf(around)) part.enter(element, around)
    },
    text(value, around) {
      if (around.isSilent || around.isHidden || around.isInHead) return
      if (visibleWords < APP_SHELL_WORDS) visibleWords += countWords(value, APP_SHELL_WORDS)
      for (const part of partsOf(around)) part.sink.add(value, around.isInCode)
    },
    leave(element, around) {
      for (const part of partsOf(around)) part.leave(element)
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

/** What client-side frameworks draw into: a well-known id, or a custom element. */
function isMount(element: ElementNode): boolean {
  if (element.tagName.includes('-') && isHtml(element)) return true
  return element.attrs.length > 0 && MOUNT_IDS.has(attribute(element, 'id') ?? '')
}

interface Part {
  sink: TextSink
  enter(element: ElementNode, around: Surroundings): void
  leave(element: ElementNode): void
  isListingOrTool(): boolean
}

const MEDIA = new Set(['video', 'audio', 'iframe', 'object', 'embed'])
const FIELDS = new Set(['input', 'select', 'textarea'])
const NO_FIELDS = new Set(['hidden', 'submit', 'reset', 'button', 'image'])
const MANY_LINKS = 10
const MANY_FIELDS = 2

/** Text and tools of the main part, or of the whole page. */
function createPart(): Part {
  const sink = createTextSink()
  let linksAndImages = 0
  let hasMedia = false
  let fields = 0
  let hasFieldForm = false
  return {
    sink,
    enter(element, around) {
      const tag = element.tagName
      if (tagTraits.get(tag)?.isBlock) sink.separate()
      if (tag === 'img' || (tag === 'a' && hasAttribute(element, 'href'))) linksAndImages++
      else if (MEDIA.has(tag)) hasMedia = true
      else if (tag === 'form') fields = 0
      else if (around.form !== null && FIELDS.has(tag) && isField(element) && ++fields >= MANY_FIELDS)
        hasFieldForm = true
    },
    leave(element) {
      if (tagTraits.get(element.tagName)?.isBlock) sink.separate()
    },
    isListingOrTool: () => hasMedia || hasFieldForm || linksAndImages >= MANY_LINKS,
  }
}

function isField(element: ElementNode): boolean {
  return element.tagName !== 'input' || !NO_FIELDS.has(attributeTokens(element, 'type', 1)[0] ?? 'text')
}

function contentOf(part: Part): ContentFacts {
  const { text, codeRanges } = part.sink.finish()
  const words = wordsOf(text)
  const mainText = cutText(text, MAX_MAIN_TEXT)
  return {
    mainText,
    codeRanges: codeRanges
      .filter(([start]) => start < mainText.length)
      .map(([start, end]) => [start, Math.min(end, mainText.length)]),
    wordCount: words.count,
    textHash: words.count === 0 ? '' : hash('sha256', text.normalize('NFC'), 'hex'),
    minhash: words.count < MIN_HASHED_WORDS ? [] : minHash(words.hashes),
    isListingOrTool: part.isListingOrTool(),
  }
}
