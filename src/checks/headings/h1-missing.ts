import type { HeadingFact } from '#shared/element-facts.ts'
import type { PageFacts } from '#shared/facts.ts'
import type { Evidence } from '#shared/model.ts'
import type { PageCheck } from '../check.ts'
import { IS_FRAMESET, isFrameset } from '../eligible.ts'
import { tableEvidence, textEvidence } from '../evidence.ts'
import { isPlaceholderTitle } from '../titles/title-placeholder.ts'
import { pathWords } from '../url-parts.ts'

export const h1Missing: PageCheck = {
  id: 'h1-missing',
  type: 'meta_issue',
  severity: 'warning',
  applies: 'html-ok',
  title: 'Missing H1',
  passedTitle: 'The page has an H1',
  why: 'The H1 tells readers, screen readers and search engines what the page is about. Without one, screen reader users have no place to start.',
  fix: 'Make the visible main heading of the page an <h1>. An image can serve as H1 if its alt text says what it shows.',
  example: { before: '<div class="headline">Tide tables</div>', after: '<h1 class="headline">Tide tables</h1>' },
  sources: [
    {
      title: 'HTML: headings and outlines',
      url: 'https://html.spec.whatwg.org/multipage/sections.html#headings-and-outlines',
    },
    { title: 'W3C WAI: Headings', url: 'https://www.w3.org/WAI/tutorials/page-structure/headings/' },
  ],
  check: page => {
    const { headings, title, h1 } = page
    if (isFrameset(page)) return { skipped: IS_FRAMESET }
    if (headings.some(isShownMain)) return []
    const mains = headings.filter(heading => heading.level === 1)
    const first = tableEvidence({
      label: 'First headings',
      columns: ['Level', 'Text', 'Line'],
      items: headings.slice(0, 10),
      row: heading => [`H${heading.level}`, heading.isHidden ? `${heading.text} (hidden)` : heading.text, heading.line],
    })
    const suggestion = suggestedHeading(page)
    const evidence = headings.length > 0 ? [first, ...suggestion] : suggestion
    return [{ message: messageFor(mains), details: { title, h1 }, evidence }]
  },
}

/** The first heading of the main part where it is that of the page, else the title, unless a tool set it. */
function suggestedHeading({ headings, title, url }: Pick<PageFacts, 'headings' | 'title' | 'url'>): Evidence[] {
  const shown = headings.filter(({ isInMain, isHidden, text }) => isInMain && !isHidden && text.trim() !== '')
  const hasTitle = title !== '' && !isPlaceholderTitle(title)
  const [first, ...others] = shown
  if (first && (!hasTitle || isOfPage(first, others, title)))
    return [textEvidence('Suggestion (first heading of the main part)', first.text)]
  return hasTitle && !isMaybeName(title, url) ? [textEvidence('Suggestion (title)', title)] : []
}

/** The first of several headings of one level is that of a part, or of the first entry of a list, unless the title has a word of it. */
function isOfPage(first: HeadingFact, others: readonly HeadingFact[], title: string): boolean {
  const words = first.text.toLowerCase().match(WORD) ?? []
  return others.every(({ level }) => level !== first.level) || words.some(word => title.toLowerCase().includes(word))
}

/** A title of one word that the path of the page does not have is mostly the name of the site. */
function isMaybeName(title: string, url: string): boolean {
  return ONE_WORD.test(title.trim()) && !pathWords(url).includes(title.trim().toLowerCase())
}

const ONE_WORD = /^\p{Script=Latin}+$/u
/** Shorter words are often articles and prepositions; in Chinese and Japanese, two characters are a word. */
const WORD = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{2}|\p{L}{4,}/gu

function isShownMain({ level, isHidden, text }: HeadingFact): boolean {
  return level === 1 && !isHidden && text.trim() !== ''
}

function messageFor(mains: readonly { isHidden: boolean }[]): string {
  if (mains.length === 0) return 'Missing H1'
  return mains.every(heading => heading.isHidden)
    ? 'Missing H1 (the only one is hidden)'
    : 'Missing H1 (it has no text)'
}
