import type { Evidence, IssueDetails } from '#shared/model.ts'

/** Source text before and after a fix. */
export interface FixExample {
  before: string
  after: string
}

interface FoundIssue {
  checkId: string
  pageUrl: string
  details: IssueDetails
}

/**
 * The fix of an issue in the source that its evidence quotes; null where the check has no such fix, or where the quoted source was cut.
 * An ellipsis stands for what only a person can write.
 */
export function ownExample(issue: FoundIssue): FixExample | null {
  const example = fixes.get(issue.checkId)?.(issue) ?? null
  return example === null || example.before === example.after ? null : example
}

type Fix = (issue: FoundIssue) => FixExample | null

const withAlt = tagFix(tag => withAttribute(tag, 'alt', '…'))
const linksToFinalUrl: Fix = ({ pageUrl, details }) =>
  finalUrlFix(details, url => `<a href="${escaped(withinOrigin(url, pageUrl))}">${linkText(details)}</a>`)

const fixes: ReadonlyMap<string, Fix> = new Map<string, Fix>([
  ['image-alt-missing', withAlt],
  ['frame-title-missing', tagFix(tag => withAttribute(tag, 'title', '…'))],
  ['button-name-missing', tagFix(tag => withAttribute(tag, 'aria-label', '…'))],
  ['link-text-missing', tagFix(tag => withAttribute(tag, 'aria-label', '…'))],
  ['form-field-unlabelled', tagFix(tag => `<label>… ${tag}</label>`)],
  ['image-dimensions-missing', tagFix(tag => withAttribute(withAttribute(tag, 'width', '…'), 'height', '…'))],
  ['zoom-disabled', tagFix(withoutZoomLimits)],
  ['title-missing', ({ details }) => (details.h1 ? headFix(details, `<title>${escaped(details.h1)}</title>`) : null)],
  ['meta-description-missing', descriptionFix],
  ['redirect-internal-link', linksToFinalUrl],
  ['redirect-chain', linksToFinalUrl],
  [
    'canonical-to-redirect',
    ({ details }) => finalUrlFix(details, url => `<link rel="canonical" href="${escaped(url)}">`),
  ],
  ['hreflang-invalid', meantFix('hreflang', code => `hreflang="${code}"`)],
  ['robots-directive-unknown', meantFix('Directive', directive => directive)],
])

/** A fix of the first tag that the evidence quotes. */
function tagFix(fixed: (tag: string) => string): Fix {
  return ({ details }) => {
    const before = quotedTag(details.evidence)
    return before === null ? null : { before, after: fixed(before) }
  }
}

const WHOLE_TAG = /^<[a-z][^<>]*>$/i

function quotedTag(evidence: readonly Evidence[]): string | null {
  for (const entry of evidence) {
    const texts = entry.kind === 'code' ? [entry.code] : entry.kind === 'table' ? (entry.rows[0] ?? []) : []
    const tag = texts.find(text => WHOLE_TAG.test(text))
    if (tag !== undefined) return tag
  }
  return null
}

function withAttribute(tag: string, name: string, value: string): string {
  if (new RegExp(`\\s${name}(?=[\\s=/>])`, 'i').test(tag)) return tag
  return tag.replace(/\s*\/?>$/, end => ` ${name}="${value}"${end}`)
}

/** `content="width=device-width, user-scalable=no"` without the settings that limit zooming. */
function withoutZoomLimits(tag: string): string {
  return tag.replace(/content="([^"]*)"/i, (_, content: string) => {
    const kept = content.split(/\s*[,;]\s*/).filter(pair => !/^(?:user-scalable|maximum-scale)\s*=/i.test(pair))
    return `content="${kept.join(', ')}"`
  })
}

const EMPTY_TITLE = /<title[^<>]*>\s*<\/title>/i

/** Where the title element is there and empty, it is filled; otherwise the head begins with it. */
function headFix({ evidence }: IssueDetails, title: string): FixExample {
  const head = evidence.find(entry => entry.kind === 'code')
  const empty = head?.kind === 'code' ? EMPTY_TITLE.exec(head.code)?.[0] : undefined
  return empty === undefined ? { before: '<head>', after: `<head>\n  ${title}` } : { before: empty, after: title }
}

/** The description that the check suggests goes below the title. */
function descriptionFix({ details }: FoundIssue): FixExample | null {
  const { evidence, title = '' } = details
  const suggested = evidence.find(entry => entry.kind === 'text')
  if (suggested?.kind !== 'text') return null
  const before = `<title>${escaped(title)}</title>`
  return { before, after: `${before}\n<meta name="description" content="${escaped(suggested.text)}">` }
}

/** A link to a URL that redirects, and to where the redirect leads. */
function finalUrlFix({ targetUrl, evidence }: IssueDetails, link: (url: string) => string): FixExample | null {
  const final = evidence.find(entry => entry.kind === 'url')
  if (targetUrl === undefined || final?.kind !== 'url') return null
  return { before: link(targetUrl), after: link(final.url) }
}

function withinOrigin(url: string, pageUrl: string): string {
  const origin = URL.parse(pageUrl)?.origin
  const parsed = URL.parse(url)
  // The origin makes the difference between http and https, and between hosts.
  return parsed && parsed.origin === origin ? parsed.pathname + parsed.search + parsed.hash : url
}

function linkText({ evidence }: IssueDetails): string {
  const places = evidence.find(entry => entry.kind === 'places')
  const text = places?.kind === 'places' ? (places.places[0]?.text ?? '') : ''
  return text === '' ? '…' : escaped(text)
}

/** What was probably meant, in the first row that says so. */
function meantFix(column: string, write: (value: string) => string): Fix {
  return ({ details }) => {
    for (const entry of details.evidence) {
      if (entry.kind !== 'table') continue
      const [written, meant] = [entry.columns.indexOf(column), entry.columns.indexOf('Did you mean')]
      const row = entry.rows.find(cells => cells[meant])
      const [before, after] = [row?.[written], row?.[meant]]
      if (before && after) return { before: write(escaped(before)), after: write(escaped(after)) }
    }
    return null
  }
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
