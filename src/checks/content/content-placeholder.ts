import type { RefusedValueFact } from '#shared/element-facts.ts'
import type { PageFacts } from '#shared/facts.ts'
import { REFUSED_NAME, REFUSED_VALUE } from '#shared/refused-value.ts'
import type { ElementIdentity } from '../cause-key.ts'
import { elementCheck } from '../element-check.ts'
import { excerpt, tableEvidence } from '../evidence.ts'
import { findInProse, mainPiece, type ProseMatch, type ProsePattern, proseIdentity, prosePieces } from './prose.ts'

interface Placeholder extends ProseMatch {
  message: string
  identity: ElementIdentity
}

export const contentPlaceholder = elementCheck<Placeholder>({
  id: 'content-placeholder',
  type: 'content_issue',
  severity: 'warning',
  applies: 'html-shown',
  title: 'Placeholder left in the page',
  passedTitle: 'No placeholder is left in the page',
  why: 'Visitors, browsers and search engines get what should have been replaced: lorem ipsum, a template tag, a value that a script could not find, or ZgotmplZ, which templates of Go and Hugo write for a value that may be unsafe, or that is empty in an attribute without quotes. With it, a link leads nowhere and a style has no effect.',
  fix: 'Replace the placeholder text, or find the value that is missing on this page in the template and its data. Where a template wrote ZgotmplZ, put the attribute in quotes and correct the value; mark it as safe (in Hugo with safeURL, safeCSS or safeHTMLAttr) only if you trust where it comes from.',
  example: { before: '<h2>{{ product.name }}</h2>', after: '<h2>Anchor chain, 10 mm</h2>' },
  sources: [
    {
      title: 'Google: Creating helpful content',
      url: 'https://developers.google.com/search/docs/fundamentals/creating-helpful-content',
    },
    { title: 'Go: Security model of html/template', url: 'https://pkg.go.dev/html/template#hdr-Security_Model' },
  ],
  elements: page => [
    ...fillerOf(page).map(shown),
    ...findInProse([mainPiece(page)], [FAILED_PRICE]).map(shown),
    ...tokensOf(page).map(shown),
    ...failedValues(page).map(shown),
    ...failedUrls(page).map(inUrl),
    ...refusedValuesOf(page),
  ],
  identify: ({ identity }) => identity,
  finding: found => {
    const table = tableEvidence({
      label: 'Placeholders',
      columns: ['Placeholder', 'Location', 'Context'],
      items: found,
      row: item => [item.match, item.where, item.snippet],
    })
    return { message: found[0].message, evidence: [table] }
  },
})

const MAX_QUOTED = 60

const inText =
  (what: string) =>
  (found: ProseMatch): Placeholder => ({
    ...found,
    message: `${what} ("${found.match.slice(0, MAX_QUOTED)}")`,
    identity: proseIdentity(found),
  })
const shown = inText('Placeholder text is visible')
const inUrl = inText('Placeholder in a URL')

const LOREM: ProsePattern = { pattern: /lorem ipsum dolor/i }
/** Part of it, begun by a letter that few words have: found in a fifth of the time, and mostly not there. */
const FILLER_WORD = /[Pp][Ss][Uu][Mm]/
function fillerOf(page: PageFacts): ProseMatch[] {
  const piece = mainPiece(page)
  const found = FILLER_WORD.test(piece.text) ? findInProse([piece], [LOREM]) : []
  return found.length > 0 && showsFiller(page) ? [] : found
}

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

function tokensOf(page: PageFacts): ProseMatch[] {
  const found = findInProse(prosePieces(page), TOKENS)
  if (found.length === 0 || isDrawnFromTemplate(page)) return []
  const explained = namesInCode(page)
  return explained.size === 0 ? found : found.filter(({ match }) => !explained.has(nameOfToken(match)))
}

const NAME = /[\p{L}_][\p{L}\p{N}_.-]*/u
const nameOfToken = (token: string): string => NAME.exec(token)?.[0] ?? token

/** Names of tokens that the page shows as code: a manual names them in its text, too. */
function namesInCode({ content: { mainText, codeRanges } }: PageFacts): ReadonlySet<string> {
  const names = new Set<string>()
  for (const [start, end] of codeRanges) {
    const code = mainText.slice(start, end)
    for (const { pattern } of TOKENS)
      for (const [token] of code.matchAll(new RegExp(pattern, 'g'))) names.add(nameOfToken(token))
  }
  return names
}

function isDrawnFromTemplate(page: PageFacts): boolean {
  if (page.rendering?.isRendered) return false
  return page.isAppShell || page.links.some(link => link.kind === 'script' && CLIENT_TEMPLATES.test(link.url))
}

const FAILED_VALUES: readonly string[] = ['[object Object]', 'undefined', 'NaN']
const FAILED_ENDS: ReadonlySet<number> = new Set(FAILED_VALUES.map(value => value.charCodeAt(value.length - 1)))
/** Between these two codes there is no white space. */
const [SPACE, DELETE] = [0x20, 0x7f]

/** Such a value as the whole text of a heading or link, unless the URL shows that it is the topic. */
function failedValues(page: PageFacts): ProseMatch[] {
  const found: ProseMatch[] = []
  const add = (where: string, value: string, url: string): void => {
    const text = value.trim()
    if (!isSubject(text, url)) found.push({ where, match: text, snippet: text })
  }
  for (const heading of page.headings) {
    if (isFailedValue(heading.text) && !heading.isHidden) add(`Heading, ${heading.path}`, heading.text, page.url)
  }
  for (const link of page.links) {
    if (isFailedValue(link.text) && link.kind === 'anchor') add(`Link, ${link.path}`, link.text, link.url)
  }
  return found
}

/** A template that was not run left this in a URL. */
const FAILED_URL = /%7B%7B[^/?#]{1,100}%7D%7D|%7B%25[^/?#]{1,100}%25%7D/i

function failedUrls(page: PageFacts): ProseMatch[] {
  const found: ProseMatch[] = []
  for (const { url, fragment, kind, path } of page.links) {
    // Nearly no URL has such a letter.
    if (!url.includes('%7B')) continue
    const match = FAILED_URL.exec(fragment === null ? url : `${url}#${fragment}`)
    if (match) found.push({ where: `URL of ${kind}, ${path}`, match: match[0], snippet: url })
  }
  return found.length > 0 && isDrawnFromTemplate(page) ? [] : found
}

function refusedValuesOf(page: PageFacts): Placeholder[] {
  const { refusedValues = [] } = page
  if (refusedValues.length === 0 || isAboutRefusedValues(page)) return []
  return refusedValues.filter(fact => isWrittenByTemplate(fact) && !isOfOtherCheck(fact, page)).map(inAttribute)
}

/** Templates write it into no text: a page that shows it, or is found by it, is about it. */
function isAboutRefusedValues({ url, title, content }: PageFacts): boolean {
  return [url, title, content.mainText].some(text => text.includes(REFUSED_VALUE))
}

/** Attributes whose values have white space without being sentences. */
const LIST_ATTRIBUTE = /(?:class|style|srcset)$/

/** Not so where it is one of several words, as in the title of a link to a page about it. */
function isWrittenByTemplate({ attribute, value }: RefusedValueFact): boolean {
  return attribute === REFUSED_NAME || LIST_ATTRIBUTE.test(attribute) || !/\s/.test(value.trim())
}

/** Languages that are none and images without a source are reported with their tags. */
function isOfOtherCheck({ element, attribute, path }: RefusedValueFact, { images }: PageFacts): boolean {
  if (attribute === 'lang') return element === 'html'
  if (attribute !== 'src') return false
  return images.some(image => image.path === path && image.lacksSource === 'page' && !image.isInNoscript)
}

function inAttribute({ element, attribute, value, region, path, line }: RefusedValueFact): Placeholder {
  const isName = attribute === REFUSED_NAME
  const [tag, name] = [excerpt(element, MAX_QUOTED), excerpt(attribute, MAX_QUOTED)]
  const place = line === 0 ? path : `${path}, line ${line}`
  return {
    match: REFUSED_VALUE,
    where: isName ? `Name of an attribute of ${tag}, ${place}` : `Attribute ${name} of ${tag}, ${place}`,
    snippet: isName && value === '' ? name : `${name}="${value}"`,
    message: `Placeholder "${REFUSED_VALUE}" ${isName ? `as the name of an attribute of <${tag}>` : `in the ${name} attribute of <${tag}>`}`,
    // Not by the value, which may hold what differs from page to page.
    identity: { tag: `${attribute} of ${element}`, path, region },
  }
}

function isFailedValue(text: string): boolean {
  // Nearly all texts end in another letter, digit or mark, and need not be looked at whole.
  const last = text.charCodeAt(text.length - 1)
  if (last > SPACE && last < DELETE && !FAILED_ENDS.has(last)) return false
  return FAILED_VALUES.includes(text.trim())
}

/** A reference page on `NaN` has a URL such as /docs/NaN. */
const isSubject = (value: string, url: string): boolean =>
  URL.parse(url)?.pathname.toLowerCase().endsWith(`/${value.toLowerCase()}`) ?? false
