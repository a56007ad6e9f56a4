import type { AccessibilityViolation } from '#shared/page-audit.ts'
import type { KeptFacts } from '#shared/site-facts.ts'
import { isValidLanguageTag } from '../hreflang/language-tag.ts'
import { imagesWith } from '../images/image-alt.ts'

type IsReported = (page: KeptFacts) => boolean

const hasUnlabelledField: IsReported = page => page.unlabelledFields.length > 0
const hasNamelessButton: IsReported = page => page.namelessButtons.length > 0
const hasInvalidLanguage: IsReported = ({ lang }) => lang === null || !isValidLanguageTag(lang)
const hasImageWithoutAlt: IsReported = page => imagesWith(page, 'missing').length > 0
const hasEmptyAltInLink: IsReported = page => imagesWith(page, 'empty-in-link').length > 0

/**
 * Rules of axe-core whose faults a check of our own reports, and whether it has what to report on the page: nothing is reported twice,
 * and nothing is lost. axe-core sees more of a page than its document tells, such as a label that the styles hide; where our check
 * found nothing, its finding stands.
 */
const ownChecks: ReadonlyMap<string, IsReported> = new Map<string, IsReported>([
  ['image-alt', hasImageWithoutAlt],
  ['document-title', page => page.title.trim() === ''],
  ['html-has-lang', hasInvalidLanguage],
  ['html-lang-valid', hasInvalidLanguage],
  // A link with nothing but an image is told with the images.
  ['link-name', page => page.namelessLinks.length > 0 || hasEmptyAltInLink(page) || hasImageWithoutAlt(page)],
  ['button-name', page => hasNamelessButton(page) || hasEmptyAltInLink(page) || hasImageWithoutAlt(page)],
  ['input-button-name', hasNamelessButton],
  ['label', hasUnlabelledField],
  ['select-name', hasUnlabelledField],
  // Both read the same words of the same tag; how much enlargement is wanted is a setting of ours.
  ['meta-viewport', page => page.viewport !== null],
])

/** role=button without a name is button-name-missing, and a refresh to another page redirect-meta-refresh. */
export function coveredByOwnCheck({ rule, nodes }: AccessibilityViolation, page: KeptFacts): boolean {
  if (rule === 'aria-command-name') {
    return hasNamelessButton(page) && nodes.every(({ tag }) => /\srole\s*=\s*["']?button\b/i.test(tag))
  }
  if (rule === 'meta-refresh') return page.refresh !== null && page.refresh.url !== null
  return ownChecks.get(rule)?.(page) ?? false
}
