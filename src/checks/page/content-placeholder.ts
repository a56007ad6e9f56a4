import type { PageFacts } from '#shared/facts.ts'
import type { PageCheck } from '../check.ts'
import { tableEvidence } from '../evidence.ts'
import { findInProse, mainProse, type ProseMatch, type ProsePattern, prosePieces } from '../prose.ts'

export const contentPlaceholder: PageCheck = {
  id: 'content-placeholder',
  type: 'content_issue',
  severity: 'warning',
  applies: 'html',
  title: 'Placeholder text is visible',
  passedTitle: 'No placeholder text is visible',
  why: 'Visitors and search engines see text that was meant to be replaced: filler, the mark of a template, or a value that a script could not find.',
  fix: 'Replace the filler, or look in the template and its data for the value that is missing on this page.',
  example: { before: '<h2>{{ product.name }}</h2>', after: '<h2>Anchor chain, 10 mm</h2>' },
  sources: [
    {
      title: 'Google: Creating helpful content',
      url: 'https://developers.google.com/search/docs/fundamentals/creating-helpful-content',
    },
  ],
  check: page => {
    const found = [
      ...findInProse(
        [{ where: 'Main text', text: mainProse(page) }],
        [...(showsFiller(page) ? [] : [LOREM]), FAILED_PRICE],
      ),
      ...(isDrawnFromTemplate(page) ? [] : findInProse(prosePieces(page), TOKENS)),
      ...failedValues(page),
    ]
    const [first] = found
    if (!first) return []
    const table = tableEvidence({
      label: 'Placeholders',
      columns: ['Placeholder', 'Where', 'Text around it'],
      items: found,
      row: item => [item.match, item.where, item.snippet],
    })
    return [{ message: `Placeholder text is visible ("${first.match.slice(0, 60)}")`, evidence: [table] }]
  },
}

const LOREM: ProsePattern = { pattern: /lorem ipsum dolor/i }
/** A manual that gives the filler as code shows beside it what comes of it. */
function showsFiller({ content: { mainText, codeRanges } }: PageFacts): boolean {
  return codeRanges.some(([start, end]) => LOREM.pattern.test(mainText.slice(start, end)))
}

/** A price whose number could not be computed. */
const FAILED_PRICE: ProsePattern = {
  needs: ['NaN', 'undefined'],
  pattern: /(?:[$€£¥]\s?(?:NaN|undefined)\b|(?<![\w$])(?:NaN|undefined)\s?[€£¥])/,
}
/** Template tokens; the lengths bound the search. `%%title%%` is the form of a widespread SEO plugin. */
const TOKENS: readonly ProsePattern[] = [
  { needs: ['{{'], pattern: /\{\{[^{}\n]{1,200}\}\}/ },
  { needs: ['{%'], pattern: /\{%[^{}%\n]{1,200}%\}/ },
  { needs: ['%%'], pattern: /%%[a-z_]{2,40}%%/ },
]
/** Frameworks that replace tokens in the browser: without rendering, their tokens say nothing. */
const CLIENT_TEMPLATES =
  /(?:^|[/.@_-])(?:angular|vue|petite-vue|alpine|alpinejs|knockout|handlebars|mustache|ractive|riot)\b/i

function isDrawnFromTemplate(page: PageFacts): boolean {
  if (page.rendering?.isRendered) return false
  return page.isAppShell || page.links.some(link => link.kind === 'script' && CLIENT_TEMPLATES.test(link.url))
}

const FAILED_VALUES: readonly string[] = ['[object Object]', 'undefined', 'NaN']

/** Such a value as the whole text of a heading or link, unless the address shows that it is the subject. */
function failedValues(page: PageFacts): ProseMatch[] {
  const texts = [
    ...page.headings
      .filter(heading => !heading.isHidden)
      .map(heading => ({ where: `Heading, ${heading.path}`, text: heading.text.trim(), url: page.url })),
    ...page.links
      .filter(link => link.kind === 'anchor')
      .map(link => ({ where: `Link, ${link.path}`, text: link.text.trim(), url: link.url })),
  ]
  return texts
    .filter(({ text, url }) => FAILED_VALUES.includes(text) && !isSubject(text, url))
    .map(({ where, text }) => ({ where, match: text, snippet: text }))
}

/** A reference page on `NaN` lives at an address such as /docs/NaN. */
const isSubject = (value: string, url: string): boolean =>
  URL.parse(url)?.pathname.toLowerCase().endsWith(`/${value.toLowerCase()}`) ?? false
