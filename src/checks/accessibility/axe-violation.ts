import { MAX_EVIDENCE_URLS } from '#shared/limits.ts'
import type { AccessibilityNode, AccessibilityViolation } from '#shared/page-audit.ts'
import type { KeptFacts, SiteFacts } from '#shared/site-facts.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { roughCount } from '../counted.ts'
import { each } from '../each.ts'
import { tableEvidence, urlEvidence } from '../evidence.ts'
import { imagesWith } from '../images/image-alt.ts'
import { isValidLanguageTag } from '../language-tag.ts'

export const axeViolation: SiteCheck = {
  id: 'axe-violation',
  scope: 'site',
  type: 'accessibility_issue',
  severity: 'warning',
  title: 'Accessibility violation found by axe',
  passedTitle: 'axe finds no accessibility violation',
  why: 'People who use a screen reader or a keyboard, or who see little, cannot use or understand a part of the page. Many countries require websites by law to follow these rules (WCAG, levels A and AA).',
  fix: 'Fix the elements listed below; the page about the rule explains how. Most of them come from one template, so one change is often enough.',
  example: {
    before: '<p style="color: #aaa; background: #fff">Open daily</p>',
    after: '<p style="color: #595959; background: #fff">Open daily</p>',
  },
  sources: [
    { title: 'axe-core: Descriptions of rules', url: 'https://dequeuniversity.com/rules/axe/4.11' },
    { title: 'W3C: Web Content Accessibility Guidelines (WCAG) 2.2', url: 'https://www.w3.org/TR/WCAG22/' },
  ],
  check: site => (site.crawl.rendersJavaScript ? findings(site) : { skipped: 'The crawl did not render JavaScript' }),
}

/** Elements shown for one rule; identical elements of a template are shown once. */
const MAX_NODES = 20
/** axe-core has about a hundred. */
const MAX_RULES = 200

interface Broken {
  violation: AccessibilityViolation
  urls: string[]
  pages: number
  elements: number
  /** By markup, with the page that shows it first. */
  nodes: Map<string, AccessibilityNode & { url: string }>
}

async function* findings(site: SiteFacts): AsyncGenerator<SiteFinding, void, undefined> {
  const byRule = new Map<string, Broken>()
  async function* walk() {
    for await (const page of each(site.facts({ having: 'accessibilityViolations' }))) {
      for (const violation of violationsOf(page)) yield { key: violation.rule, url: page.url, violation }
    }
  }
  for await (const { url, violation } of walk()) note(byRule, violation, url)
  for (const { violation, urls, pages, elements, nodes } of byRule.values()) {
    const [first = ''] = urls
    const count = roughCount(elements, 'element')
    yield {
      url: first,
      message: `Accessibility violation: ${violation.help} (${count} on ${roughCount(pages, 'page')})`,
      affectedUrls: urls,
      affectedCount: pages,
      list: { key: violation.rule, walk },
      evidence: [
        tableEvidence({
          label: `Rule ${violation.rule}, ${violation.impact}`,
          columns: ['Page', 'Element', 'Markup', 'Why'],
          items: [...nodes.values()],
          row: ({ url, path, tag, summary }) => [url, path, tag, summary],
        }),
        urlEvidence('About the rule', violation.helpUrl),
        { kind: 'urls', label: 'Pages', urls, total: pages },
      ],
    }
  }
}

function violationsOf(page: KeptFacts): AccessibilityViolation[] {
  const { isBotChallenge, rendering } = page
  if (isBotChallenge || !rendering?.isRendered) return []
  return (rendering.audit?.violations ?? []).filter(each => !coveredByOwnCheck(each, page))
}

function note(byRule: Map<string, Broken>, violation: AccessibilityViolation, url: string): void {
  const known = byRule.get(violation.rule)
  if (!known && byRule.size >= MAX_RULES) return
  const broken: Broken = known ?? { violation, urls: [], pages: 0, elements: 0, nodes: new Map() }
  byRule.set(violation.rule, broken)
  broken.pages++
  broken.elements += violation.total
  if (broken.urls.length < MAX_EVIDENCE_URLS) broken.urls.push(url)
  for (const node of violation.nodes) {
    const isNew = !broken.nodes.has(node.tag) && broken.nodes.size < MAX_NODES
    if (isNew) broken.nodes.set(node.tag, { ...node, url })
  }
}

type IsReported = (page: KeptFacts) => boolean

const hasUnlabelledField: IsReported = page => page.unlabelledFields.length > 0
const hasNamelessButton: IsReported = page => page.namelessButtons.length > 0
const hasInvalidLanguage: IsReported = ({ lang }) => lang === null || !isValidLanguageTag(lang)
const hasImageWithoutAlt: IsReported = page => imagesWith(page, 'missing').length > 0
const hasEmptyAltInLink: IsReported = page => imagesWith(page, 'empty-in-link').length > 0

/**
 * Rules of axe-core that another check covers, and whether that check finds something on the page: nothing is reported twice, and
 * nothing is lost. axe-core also sees the rendered page, such as a label that CSS hides; if the other check finds nothing, the
 * finding of axe-core is reported.
 */
const ownChecks: ReadonlyMap<string, IsReported> = new Map<string, IsReported>([
  ['image-alt', hasImageWithoutAlt],
  ['document-title', page => page.title.trim() === ''],
  ['html-has-lang', hasInvalidLanguage],
  ['html-lang-valid', hasInvalidLanguage],
  // The checks of alt texts report a link that only contains an image.
  ['link-name', page => page.namelessLinks.length > 0 || hasEmptyAltInLink(page) || hasImageWithoutAlt(page)],
  ['button-name', page => hasNamelessButton(page) || hasEmptyAltInLink(page) || hasImageWithoutAlt(page)],
  ['input-button-name', hasNamelessButton],
  ['label', hasUnlabelledField],
  ['select-name', hasUnlabelledField],
  // `zoom-disabled` reads the same tag, with a threshold of its own.
  ['meta-viewport', page => page.viewport !== null],
])

/** role=button without an accessible name is button-name-missing, and a refresh to another page redirect-meta-refresh. */
function coveredByOwnCheck({ rule, nodes }: AccessibilityViolation, page: KeptFacts): boolean {
  if (rule === 'aria-command-name') {
    return hasNamelessButton(page) && nodes.every(({ tag }) => /\srole\s*=\s*["']?button\b/i.test(tag))
  }
  if (rule === 'meta-refresh') return page.refresh !== null && page.refresh.url !== null
  return ownChecks.get(rule)?.(page) ?? false
}
