import { hash } from 'node:crypto'
import type { Boot } from '#shared/api/boot.ts'
import { crawlEndpoints } from '#shared/api/crawls.ts'
import { sessionEndpoints } from '#shared/api/session.ts'
import { websiteEndpoints } from '#shared/api/websites.ts'
import { type ScreenName, screenNames } from '#shared/routes.ts'
import { screenTitles } from './screen-titles.ts'

/** URLs of the built files that documents load, such as `/assets/main-3f2a.js`. */
export interface DocumentAssets {
  /** Source of the classic script that sets the theme before anything is painted. It stands in the document: a request for it would delay the first paint. */
  themeSource: string
  /** Module. */
  entryScript: string
  styles: readonly string[]
  /** Further modules and styles of each screen, loaded beside the entry rather than after it. */
  preloads: Readonly<Partial<Record<ScreenName, readonly string[]>>>
}

/** Stand for the nonce, and for the response of one crawl, in a prepared document. No text of ours can hold them, and JSON escapes them. */
const NONCE_PLACE = '\0'
const CRAWL_PLACE = '\x01'

/**
 * Own files only, and the two inline scripts by their hashes: the theme script and the speculation rules. The nonce is for the one style
 * element that is made in the browser, the lock of scrolling under an open dialog: its text depends on the width of the scroll bar.
 */
function contentSecurityPolicy(inlineScripts: readonly string[]): string {
  const hashes = inlineScripts.map(source => `'sha256-${hash('sha256', source, 'base64')}'`)
  return [
    "default-src 'self'",
    `script-src 'self' ${hashes.join(' ')}`,
    `style-src 'self' 'nonce-${NONCE_PLACE}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "worker-src 'self'",
    "frame-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
}

/** Documents are fetched when a pointer rests on a link; never prerendered, because a hidden page clears what it shows. */
const speculationRules = scriptJson({
  prefetch: [
    {
      where: {
        and: [{ href_matches: '/*' }, { not: { href_matches: '/api/*' } }, { not: { href_matches: '/share/*/api/*' } }],
      },
      eagerness: 'moderate',
    },
  ],
})

/**
 * What every screen requests as soon as its script runs, requested beside the script. `use-credentials`: as the script itself sends
 * them.
 */
const firstResponses = [websiteEndpoints.listWebsites.path, sessionEndpoints.session.path]

interface RenderedDocument {
  text: string
  headers: Record<string, string>
}

/**
 * The HTML document of every screen, prepared once. They differ in their head alone; all else is drawn by the screen's script.
 * Each is sent with a nonce of its own, which the theme script hands to whatever makes style elements.
 */
export function renderDocuments(
  assets: DocumentAssets,
  boot: Boot,
): (screen: ScreenName, request: DocumentRequest) => RenderedDocument {
  const policy = contentSecurityPolicy([assets.themeSource, speculationRules])
  const prepare = (parts: Pick<DocumentParts, 'responses' | 'isShared'>) =>
    new Map(screenNames.map(screen => [screen, renderDocument(screen, { assets, boot, ...parts })]))
  const visited = prepare({ responses: firstResponses, isShared: false })
  const loadedAhead = prepare({ responses: [], isShared: false })
  const shared = prepare({ responses: [], isShared: true })
  return (screen, { styleNonce, isLoadedAhead, isShared, crawl }) => {
    const documents = isShared ? shared : isLoadedAhead ? loadedAhead : visited
    return {
      text: (documents.get(screen) ?? '')
        .replace(NONCE_PLACE, styleNonce)
        .replace(CRAWL_PLACE, crawl === null ? '' : preloaded(crawlResponse(crawl))),
      headers: {
        'Content-Security-Policy': policy.replace(NONCE_PLACE, styleNonce),
        // Requested again each time (it names hashed files), yet kept for the back button, which `no-store` would forbid.
        'Cache-Control': 'private, no-cache',
      },
    }
  }
}

interface DocumentRequest {
  styleNonce: string
  /** Prefetched or prerendered: no visitor is there yet, and requests to the API would count as one. */
  isLoadedAhead: boolean
  /** Below a share link: search engines keep it out, and its URLs are those of the link. */
  isShared: boolean
  /** Which the URL names: screens of a website request it first. */
  crawl: ShownCrawl | null
}

interface ShownCrawl {
  websiteId: number
  /** null for the newest. */
  crawlId: number | null
}

function crawlResponse({ websiteId, crawlId }: ShownCrawl): string {
  const path = crawlEndpoints.crawlResult.path.replace(':id', String(websiteId))
  return crawlId === null ? path : `${path}?crawl=${crawlId}`
}

function preloaded(url: string): string {
  return `<link rel="preload" href="${url}" as="fetch" crossorigin="use-credentials">\n`
}

interface DocumentParts {
  assets: DocumentAssets
  boot: Boot
  /** URLs requested beside the script. */
  responses: readonly string[]
  isShared: boolean
}

function renderDocument(screen: ScreenName, { assets, boot, responses: wanted, isShared }: DocumentParts): string {
  const { title, description } = screenTitles[screen]
  const preloads = assets.preloads[screen] ?? []
  const styles = [...assets.styles, ...preloads.filter(isStyle)]
  const modules = preloads.filter(url => !isStyle(url))
  const responses = screen === 'not-found' ? [] : wanted
  const crawlPlace = responses.length > 0 ? CRAWL_PLACE : ''
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${isShared ? '<meta name="robots" content="noindex, nofollow">\n<meta name="referrer" content="no-referrer">\n' : ''}<title>${escapeHtml(title)}</title>
<meta name="description" content="${escapeHtml(description)}">
<script nonce="${NONCE_PLACE}">${assets.themeSource}</script>
${styles.map(url => `<link rel="stylesheet" href="${escapeHtml(url)}">\n`).join('')}<link rel="icon" href="/favicon.svg" type="image/svg+xml">
${modules.map(url => `<link rel="modulepreload" href="${escapeHtml(url)}">\n`).join('')}<script type="module" src="${escapeHtml(assets.entryScript)}"></script>
${responses.map(preloaded).join('')}${crawlPlace}<script type="application/json" id="boot">${scriptJson(boot)}</script>
<script type="speculationrules">${speculationRules}</script>
</head>
<body>
<div id="root"></div>
<noscript>This page needs JavaScript: please switch it on and load the page again.</noscript>
</body>
</html>
`
}

function isStyle(url: string): boolean {
  return url.endsWith('.css')
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

/** JSON that cannot end the script element it stands in, nor open a comment there. */
function scriptJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}
