import type { PageFacts } from '#shared/facts.ts'
import { splitAtWidth, textWidth } from '#shared/text-width.ts'

/** Width that a search result shows. */
const MAX_WIDTH = 160
/** A shorter sentence says little of a page. */
const MIN_WIDTH = 40
/** Characters of the main text that are searched. */
const SEARCHED = 4_000

/** Ends of sentences, also without a space behind them in Chinese and Japanese; not the full stop of an initial or a title. */
const SENTENCE_END =
  /(?<=[.!?…]["”»)]?)(?<!(?<!\p{L})(?:\p{Lu}|Mrs?|Ms|Dr|Prof|St)\.)\s+(?=[\p{Lu}\p{Lo}\d"“«(¿¡©])|(?<=[。！？])|\n/u
/** In scripts with capital letters a sentence begins with one; what begins with a number is mostly a postal address. */
const IS_BEGUN = /^[^\p{L}\p{N}]*[\p{Lu}\p{Lt}\p{Lo}]/u
const IS_ENDED = /[.!?…。！？]["”»)]?$/

/** What stands on every page: addresses and numbers to contact, consent, copyright, links for screen readers, forms for comments, breadcrumbs. */
const BOILERPLATE =
  / [»›>→] .* [»›>→] |\baddress will not be published\b|\badresse wird nicht veröffentlicht\b|\badresse .{1,30} ne sera pas publiée\b|\bno será publicada\b|[\w.+-]@[\w-]|(?:\+|\b0)\d[\d ()/.-]{6,}\d|https?:|©|\bcopyright\b|all rights reserved|alle rechte vorbehalten|\bcookies?\b|\b(?:skip|jump) to\b|\bzum (?:haupt)?inhalt\b|\baller au contenu\b|\b(?:phone|tel|fax|e-?mail|telefon|opening hours|öffnungszeiten)\b\.?:/i

type TextFacts = Pick<PageFacts, 'content' | 'headings'>

/**
 * The first sentences of the main text that can stand for the page in a search result, cut at its width; '' if none can. Headings, contact
 * boxes and other boilerplate are skipped, and so are lists where a paragraph outside of them will do.
 */
export function suggestedDescription(page: TextFacts): string {
  const { content } = page
  if (!content.listRanges) return firstSentences(page)
  return firstSentences({ ...page, content: { ...content, mainText: withoutLists(content) } }) || firstSentences(page)
}

/** With line ends in place of lists, so that offsets stay. */
function withoutLists({ mainText, listRanges = [] }: PageFacts['content']): string {
  const pieces: string[] = []
  let at = 0
  for (const [start, end] of listRanges) {
    pieces.push(mainText.slice(at, start), '\n'.repeat(end - start))
    at = end
  }
  return [...pieces, mainText.slice(at)].join('')
}

function firstSentences(page: TextFacts): string {
  const sentences = withoutHeadings(page)
    .split(SENTENCE_END)
    .map(sentence => sentence.trim())
  const first = sentences.findIndex(isUsable)
  if (first === -1) return ''
  const after = sentences.slice(first + 1)
  const end = after.findIndex(sentence => !IS_ENDED.test(sentence) || BOILERPLATE.test(sentence))
  const text = [sentences[first], ...after.slice(0, end === -1 ? undefined : end)].join(' ')
  return cutAtWord(text)
}

function isUsable(sentence: string): boolean {
  return (
    IS_BEGUN.test(sentence) &&
    IS_ENDED.test(sentence) &&
    textWidth(sentence) >= MIN_WIDTH &&
    !BOILERPLATE.test(sentence)
  )
}

/** In scripts without spaces, anywhere. */
function cutAtWord(text: string): string {
  const [shown, cut] = splitAtWidth(text, MAX_WIDTH)
  if (cut === '' || cut.startsWith(' ')) return shown.trimEnd()
  const end = shown.lastIndexOf(' ')
  return end > MIN_WIDTH ? shown.slice(0, end) : shown
}

/** Without the lines that are headings; the words of one may begin a sentence as well. */
function withoutHeadings({ content, headings }: TextFacts): string {
  const texts = new Set(headings.map(({ text }) => text))
  const lines = withoutListings(content).slice(0, SEARCHED).split('\n')
  return lines.filter(line => !texts.has(line.trim())).join('\n')
}

/** Without the blocks of code; a piece of code within a line belongs to its sentence. A range may hold both, one behind the other. */
function withoutListings({ mainText, codeRanges }: PageFacts['content']): string {
  const pieces: string[] = []
  let at = 0
  for (const [start, end] of codeRanges) {
    const from = isLineStart(mainText, start) ? start : mainText.indexOf('\n', start) + 1
    const to = end === mainText.length ? end : mainText.lastIndexOf('\n', end - 1) + 1
    if (from === 0 && start > 0) break
    if (to <= from) continue
    pieces.push(mainText.slice(at, from))
    at = to
  }
  return [...pieces, mainText.slice(at)].join('\n')
}

function isLineStart(text: string, at: number): boolean {
  return at === 0 || text[at - 1] === '\n'
}
