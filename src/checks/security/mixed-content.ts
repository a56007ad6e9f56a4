import type { LinkFact } from '#shared/element-facts.ts'
import type { PageFacts } from '#shared/facts.ts'
import type { LinkKind } from '#shared/model.ts'
import { counted } from '../counted.ts'
import { elementCheck, linkIdentity } from '../element-check.ts'
import { tableEvidence } from '../evidence.ts'

export const mixedContent = elementCheck<LinkFact>({
  id: 'mixed-content',
  type: 'security_issue',
  severity: 'error',
  applies: 'html',
  title: 'Mixed content',
  passedTitle: 'No mixed content',
  why: 'Browsers block scripts, style sheets, frames and fonts that an https page loads over http, so parts of the page do not work. Images and media are upgraded or shown with a warning.',
  fix: 'Use https:// in the URL of the file, or omit scheme and host for your own files. As an interim solution, send Content-Security-Policy: upgrade-insecure-requests.',
  example: {
    before: '<script src="http://cdn.example.com/a.js"></script>',
    after: '<script src="https://cdn.example.com/a.js"></script>',
  },
  sources: [{ title: 'W3C: Mixed Content', url: 'https://www.w3.org/TR/mixed-content/' }],
  elements: page => {
    if (!page.url.startsWith('https:') || isUpgraded(page)) return []
    return page.links.filter(
      link => link.url.startsWith('http:') && (isBlocked(link.kind) || isShown(link.kind)) && !isLoopback(link.url),
    )
  },
  identify: linkIdentity,
  finding: files => {
    const blockedCount = files.filter(file => isBlocked(file.kind)).length
    const table = tableEvidence({
      label: 'Files loaded over http',
      columns: ['File', 'Kind', 'Line', 'Element'],
      items: files,
      row: file => [file.url, file.kind, file.line, file.path],
    })
    const note = blockedCount > 0 ? ` (${blockedCount} blocked by browsers)` : ''
    return {
      severity: blockedCount > 0 ? 'error' : 'warning',
      message: `Mixed content: ${counted(files.length, 'file')} loaded over http${note}`,
      evidence: [table],
    }
  },
})

const BLOCKED: readonly LinkKind[] = ['script', 'stylesheet', 'frame', 'font']
const SHOWN: readonly LinkKind[] = ['image', 'icon', 'media']
const isBlocked = (kind: LinkKind): boolean => BLOCKED.includes(kind)
const isShown = (kind: LinkKind): boolean => SHOWN.includes(kind)

/** Requests are upgraded before they are sent (CSP, upgrade-insecure-requests). */
function isUpgraded({ response }: PageFacts): boolean {
  return response.headers.some(
    ([name, value]) => name === 'content-security-policy' && /upgrade-insecure-requests/i.test(value),
  )
}

/** Potentially trustworthy even over http (W3C Secure Contexts, section 3.1). */
function isLoopback(url: string): boolean {
  const hostname = URL.parse(url)?.hostname ?? ''
  return (
    hostname === 'localhost' || hostname.endsWith('.localhost') || hostname.startsWith('127.') || hostname === '[::1]'
  )
}
