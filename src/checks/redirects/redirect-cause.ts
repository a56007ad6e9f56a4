/** The differences between a URL and its redirect target; `path` is another page. */
const redirectCauses = ['scheme', 'host', 'trailing slash', 'letter case', 'parameters', 'path'] as const
type RedirectCause = (typeof redirectCauses)[number]

/** The differences in a fixed order; empty if the URLs are equal or invalid. */
export function redirectCausesOf(from: string, to: string): RedirectCause[] {
  const [a, b] = [URL.parse(from), URL.parse(to)]
  if (!a || !b) return []
  const causes: RedirectCause[] = []
  if (a.protocol !== b.protocol) causes.push('scheme')
  // A change of scheme changes the default port with it; that is no other host.
  if (a.hostname !== b.hostname || (a.protocol === b.protocol && a.port !== b.port)) causes.push('host')
  if (a.search !== b.search) causes.push('parameters')
  if (a.pathname === b.pathname) return ordered(causes)
  const [slashlessA, slashlessB] = [withoutTrailingSlash(a.pathname), withoutTrailingSlash(b.pathname)]
  if (slashlessA.toLowerCase() !== slashlessB.toLowerCase()) return ordered([...causes, 'path'])
  if (slashlessA !== slashlessB) causes.push('letter case')
  if (a.pathname.endsWith('/') !== b.pathname.endsWith('/')) causes.push('trailing slash')
  return ordered(causes)
}

/** A change of nothing but scheme or `www.`, which servers apply to every URL. */
export function isHostCanonicalisation(from: string, to: string): boolean {
  const [a, b] = [URL.parse(from), URL.parse(to)]
  if (!a || !b || bareHost(a) !== bareHost(b)) return false
  return a.pathname === b.pathname && a.search === b.search
}

const explanations: Record<RedirectCause, string> = {
  scheme: 'the link uses http instead of https or the reverse',
  host: 'the link uses a different host name',
  'trailing slash': 'the link has an extra or a missing trailing slash',
  'letter case': 'the link differs in upper and lower case',
  parameters: 'the link has different parameters',
  path: 'the page has moved',
}

/** The causes in a sentence without a full stop. */
export function causeSentence(causes: readonly RedirectCause[]): string {
  return causes.map(cause => explanations[cause]).join('; ')
}

function ordered(causes: readonly RedirectCause[]): RedirectCause[] {
  return redirectCauses.filter(cause => causes.includes(cause))
}

function withoutTrailingSlash(path: string): string {
  return path.endsWith('/') ? path.slice(0, -1) : path
}

/** A change of scheme changes the default port with it, so ports do not count. */
function bareHost({ hostname }: URL): string {
  return hostname.replace(/^www\./, '')
}
