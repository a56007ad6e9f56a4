import type { RefreshFact } from '#shared/facts.ts'
import type { AccessibilityViolation } from '#shared/page-audit.ts'

/** Rules of axe-core whose faults a check of our own reports, with that check: nothing is reported twice. */
const ownChecks: ReadonlyMap<string, string> = new Map([
  ['image-alt', 'image-alt-missing'],
  ['document-title', 'title-missing'],
  ['html-has-lang', 'html-lang-missing'],
  ['html-lang-valid', 'html-lang-missing'],
  ['link-name', 'link-text-missing'],
  ['button-name', 'button-name-missing'],
  ['input-button-name', 'button-name-missing'],
  ['label', 'form-field-unlabelled'],
  ['select-name', 'form-field-unlabelled'],
  ['meta-viewport', 'zoom-disabled'],
])

/** role=button without a name is button-name-missing, and a refresh to another page redirect-meta-refresh. */
export function coveredByOwnCheck(
  { rule, nodes }: AccessibilityViolation,
  { refresh }: { refresh: RefreshFact | null },
): boolean {
  if (rule === 'aria-command-name') return nodes.every(({ tag }) => /\srole\s*=\s*["']?button\b/i.test(tag))
  if (rule === 'meta-refresh') return refresh !== null && refresh.url !== null
  return ownChecks.has(rule)
}
