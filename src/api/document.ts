import type { Boot } from '#shared/api.ts'
import { type ScreenName, screenNames } from '#shared/routes.ts'
import { screenWords } from './screen-words.ts'

/** Addresses of the built files that documents load, such as `/assets/main-3f2a.js`. */
export interface DocumentAssets {
  /** Classic script that sets the theme before anything is painted. */
  themeScript: string
  /** Module. */
  entryScript: string
  styles: readonly string[]
  /** Further modules and styles of each screen, loaded beside the entry rather than after it. */
  preloads: Readonly<Partial<Record<ScreenName, readonly string[]>>>
}

/** Own files only; 'inline-speculation-rules' admits that kind of inline script and no other. Layout libraries set inline styles. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "script-src 'self' 'inline-speculation-rules'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "form-action 'self'",
  "base-uri 'none'",
  "object-src 'none'",
  "frame-ancestors 'none'",
].join('; ')

export const documentHeaders = {
  'Content-Security-Policy': CONTENT_SECURITY_POLICY,
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
  /** Asked for again each time (it names hashed files), yet kept for the back button, which `no-store` would forbid. */
  'Cache-Control': 'private, no-cache',
} as const

/** Documents are fetched when a pointer rests on a link; never prerendered, because a hidden page clears what it shows. */
const speculationRules = {
  prefetch: [{ where: { and: [{ href_matches: '/*' }, { not: { href_matches: '/api/*' } }] }, eagerness: 'moderate' }],
}

/** The HTML document of every screen. They differ in their head alone; all else is drawn by the screen's script. */
export function renderDocuments(assets: DocumentAssets, boot: Boot): ReadonlyMap<ScreenName, string> {
  return new Map(screenNames.map(screen => [screen, renderDocument(screen, { assets, boot })]))
}

function renderDocument(screen: ScreenName, { assets, boot }: { assets: DocumentAssets; boot: Boot }): string {
  const { title, description } = screenWords[screen]
  const preloads = assets.preloads[screen] ?? []
  const styles = [...assets.styles, ...preloads.filter(isStyle)]
  const modules = preloads.filter(address => !isStyle(address))
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<meta name="description" content="${escapeHtml(description)}">
<script src="${escapeHtml(assets.themeScript)}"></script>
${styles.map(address => `<link rel="stylesheet" href="${escapeHtml(address)}">\n`).join('')}<link rel="icon" href="/favicon.svg" type="image/svg+xml">
${modules.map(address => `<link rel="modulepreload" href="${escapeHtml(address)}">\n`).join('')}<script type="module" src="${escapeHtml(assets.entryScript)}"></script>
<script type="application/json" id="boot">${scriptJson(boot)}</script>
<script type="speculationrules">${scriptJson(speculationRules)}</script>
</head>
<body>
<div id="root"></div>
<noscript>This page needs JavaScript: please switch it on and load the page again.</noscript>
</body>
</html>
`
}

function isStyle(address: string): boolean {
  return address.endsWith('.css')
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

/** JSON that cannot end the script element it stands in, nor open a comment there. */
function scriptJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}
