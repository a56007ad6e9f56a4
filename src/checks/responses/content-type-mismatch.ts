import { type LinkKind, resourceLinkKinds } from '#shared/model.ts'
import type { KeptFacts, SiteFacts, Target } from '#shared/site-facts.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { roughCount } from '../counted.ts'
import { each } from '../each.ts'
import { tableEvidence } from '../evidence.ts'
import { type Referrers, referrersOfAll } from '../targets/referrers.ts'
import { urlFinding } from '../targets/target-findings.ts'

export const contentTypeMismatch: SiteCheck = {
  id: 'content-type-mismatch',
  scope: 'site',
  type: 'content_issue',
  severity: 'warning',
  title: 'Content-Type does not match the file',
  passedTitle: 'Content-Type matches the files',
  why: 'Browsers and search engines use the Content-Type header, not the file extension in the URL. With a wrong type, a page is shown as source text, a style sheet is ignored, or a document is not indexed.',
  fix: 'Set the media type for the file extension in the web server. If the type is right, change the file extension in the URL.',
  example: { before: '/style.css with Content-Type: text/plain', after: '/style.css with Content-Type: text/css' },
  sources: [
    { title: 'WHATWG: MIME Sniffing', url: 'https://mimesniff.spec.whatwg.org/' },
    { title: 'RFC 9110, section 8.3: Content-Type', url: 'https://www.rfc-editor.org/rfc/rfc9110#section-8.3' },
  ],
  check: findings,
}

/** Kinds of links that show the expected type. Frames and icons may be anything. */
const namedKinds: readonly LinkKind[] = ['anchor', 'area', 'script', 'stylesheet', 'font', 'image', 'media']
const htmlTypes: ReadonlySet<string> = new Set(['text/html', 'application/xhtml+xml'])
/** Sent to be saved: the ending says what it is. */
const savedTypes: ReadonlySet<string> = new Set([
  ...['application/octet-stream', 'binary/octet-stream', 'application/download', 'application/force-download'],
  ...['application/x-download', 'application/x-force-download'],
])

interface Ending {
  fits: RegExp
  /** Is of use only with its own type, so that one to be saved is a fault, too. */
  isUsedInPlace?: boolean
  /** Code that a page links to may be meant for reading; one that it loads is not. */
  isCode?: boolean
}

const image: Ending = { fits: /^image\// }
const script: Ending = { fits: /^(?:text|application)\/(?:x-)?(?:java|ecma)script$/, isUsedInPlace: true, isCode: true }
const page: Ending = { fits: /^(?:text\/html|application\/xhtml\+xml)$/, isUsedInPlace: true }
const endings: ReadonlyMap<string, Ending> = new Map([
  ['html', page],
  ['htm', page],
  ['css', { fits: /^text\/css$/, isUsedInPlace: true, isCode: true }],
  ['js', script],
  ['mjs', script],
  ['pdf', { fits: /^application\/(?:x-)?pdf$/ }],
  ['xml', { fits: /^(?:text|application)\/(?:[a-z.-]+\+)?xml$/ }],
  ['jpg', image],
  ['jpeg', image],
  ['png', image],
  ['gif', image],
  ['webp', image],
  ['avif', image],
  ['svg', { fits: /^image\/svg\+xml$/, isUsedInPlace: true }],
])

interface Mismatch {
  severity: 'error' | 'warning'
  words: string
}

const MAX_KINDS = 200
const MAX_PER_KIND = 1_000

interface SentFile {
  url: string
  mediaType: string
}

/** A wrong media type applies to all files of one kind on a host, so it is one finding. */
async function* findings(site: SiteFacts): AsyncGenerator<SiteFinding, void, undefined> {
  const kinds = new Map<string, Mismatch & { files: SentFile[] }>()
  const note = ({ url, mediaType }: SentFile, mismatch: Mismatch): void => {
    const key = `${new URL(url).host} ${mismatch.words}`
    const kind = kinds.get(key) ?? { ...mismatch, files: [] }
    if (kind.files.length < MAX_PER_KIND) kind.files.push({ url, mediaType })
    if (kinds.has(key) || kinds.size < MAX_KINDS) kinds.set(key, kind)
  }
  for await (const page of each(site.facts({ having: 'fileFormat' }))) {
    const mismatch = fileMismatch(page)
    if (mismatch !== null) note({ url: page.url, mediaType: page.response.mediaType }, mismatch)
  }
  const choice = {
    scope: 'internal',
    kinds: namedKinds,
    response: 'responded',
    statusFrom: 200,
    statusTo: 200,
  } as const
  for await (const target of each(site.targets(choice))) {
    const mismatch = target.isBotChallenge ? null : (mismatchOf(target) ?? (await documentMismatch(site, target)))
    if (mismatch !== null) note(target, mismatch)
  }
  for (const kind of kinds.values()) yield await findingOf(site, kind)
}

async function findingOf(
  site: SiteFacts,
  { severity, words, files }: Mismatch & { files: SentFile[] },
): Promise<SiteFinding> {
  const urls = files.map(({ url }) => url)
  const [url = ''] = urls
  const referrers = await referrersOfAll(site, { urls, kinds: namedKinds })
  const table = tableEvidence({
    label: 'URLs',
    columns: ['URL', 'Content-Type'],
    items: files,
    row: file => [file.url, file.mediaType || 'absent'],
  })
  const subject = urls.length === 1 ? url : `${roughCount(urls.length, 'URL')}, such as ${url}`
  const problem = { severity, message: `Content-Type does not match: ${words}: ${subject}`, evidence: [table] }
  return urlFinding({
    url,
    referrers: referrers ?? NO_REFERRERS,
    namedHow: 'named by',
    isExample: urls.length > 1,
    problem,
  })
}

const NO_REFERRERS: Referrers = { total: 0, sources: [], isHighPriority: false, places: [] }

/** A file that is sent as HTML: browsers show its bytes as text, and no other check reads it. */
function fileMismatch({ fileFormat, response }: Pick<KeptFacts, 'fileFormat' | 'response'>): Mismatch | null {
  if (fileFormat === undefined) return null
  return { severity: 'error', words: `${fileFormat} sent as ${response.mediaType || 'HTML'}` }
}

function mismatchOf(target: Target): Mismatch | null {
  const { mediaType, bytes, kinds } = target
  const name = endingOf(target.url)
  if (mediaType === '') {
    // Servers handle HEAD carelessly.
    const isHeadAlone = target.attempts.length > 0 && target.attempts.every(attempt => attempt.method === 'HEAD')
    return bytes === 0 || isHeadAlone ? null : { severity: 'warning', words: 'the header is missing or invalid' }
  }
  if (mediaType === PLAIN_TEXT && isDirectory(target)) {
    return { severity: 'error', words: `a page is sent as ${PLAIN_TEXT}` }
  }
  const ending = endings.get(name)
  if (!ending || ending.fits.test(mediaType)) return null
  if (savedTypes.has(mediaType)) {
    return ending.isUsedInPlace ? { severity: severityOf(name), words: `.${name} is sent as ${mediaType}` } : null
  }
  if ((htmlTypes.has(mediaType) || ending.isCode) && !isFileForSure(kinds)) return null
  // A page in place of an image has its own check.
  if (kinds.includes('image')) return null
  return { severity: severityOf(name), words: `.${name} is sent as ${mediaType}` }
}

const PLAIN_TEXT = 'text/plain'

/** A path that ends with a slash is that of a page, and never that of a file. */
const isDirectory = ({ url, kinds }: Target): boolean =>
  URL.parse(url)?.pathname.endsWith('/') === true && kinds.includes('anchor')

const DOCUMENT_ENDING = /^(?:pdf|docx?|xlsx?|pptx?|odt|ods|zip)$/
/** A wiki shows a text about the document, an error message is short. */
const FEW_WORDS = 50

/** The link promises a document, and a page comes that says next to nothing: a message, a sign-in form or a white page. */
async function documentMismatch(site: SiteFacts, { url, mediaType }: Target): Promise<Mismatch | null> {
  const ending = endingOf(url)
  if (!htmlTypes.has(mediaType) || !DOCUMENT_ENDING.test(ending)) return null
  const found = await site.page(url)
  return found !== null && found.wordCount < FEW_WORDS
    ? { severity: 'warning', words: `.${ending} is a page of HTML with hardly any text` }
    : null
}

/** Browsers show the source of such a page, or download it. */
const severityOf = (ending: string): Mismatch['severity'] => (endings.get(ending) === page ? 'error' : 'warning')

/**
 * Wikis, code browsers and galleries show pages about files under the names of the files. Only what a page loads as a file is
 * one for sure.
 */
function isFileForSure(kinds: readonly LinkKind[]): boolean {
  return kinds.some(kind => resourceLinkKinds.includes(kind))
}

/** Of the last part of the path, in lower case; '' where it has none. */
function endingOf(url: string): string {
  return /\.([a-z0-9]{2,5})$/i.exec(URL.parse(url)?.pathname ?? '')?.[1]?.toLowerCase() ?? ''
}
