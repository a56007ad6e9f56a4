import type { Hop } from '#shared/model.ts'

/** The differences between a URL and its redirect target, in a fixed order, as what is wrong with a link; `path` is another page. */
const explanations = {
  'to-https': 'the link uses http instead of https',
  'to-http': 'the link uses https instead of http',
  'to-www': 'the link lacks www.',
  'from-www': 'the link has www.',
  host: 'the link uses a different host name',
  'slash-missing': 'the link lacks the trailing slash',
  'slash-extra': 'the link has an extra trailing slash',
  'index-file': 'the link names the index file',
  'letter-case': 'the link differs in upper and lower case',
  'parameters-extra': 'the link has parameters',
  'parameters-missing': 'the link lacks parameters',
  parameters: 'the link has different parameters',
  path: 'the page has moved',
} as const
type RedirectCause = keyof typeof explanations

/** Causes that are the URL's own: a redirect to other parameters or another page says nothing about other URLs. */
const ownCauses: readonly RedirectCause[] = ['parameters', 'path']

const INDEX_FILE = /\/(?:index|default)\.(?:html?|php|aspx?|jsp)$/i

/** Empty if the URLs are equal or invalid. */
export function redirectCausesOf(from: string, to: string): RedirectCause[] {
  const [a, b] = [URL.parse(from), URL.parse(to)]
  if (!a || !b) return []
  return [schemeCause(a, b), hostCause(a, b), ...pathCauses(a.pathname, b.pathname), parameterCause(a, b)].filter(
    cause => cause !== null,
  )
}

function schemeCause(a: URL, b: URL): RedirectCause | null {
  if (a.protocol === b.protocol) return null
  return b.protocol === 'https:' ? 'to-https' : 'to-http'
}

function hostCause(a: URL, b: URL): RedirectCause | null {
  // A change of scheme changes the default port with it; that is no other host.
  const isOtherPort = a.protocol === b.protocol && a.port !== b.port
  if (a.hostname === b.hostname) return isOtherPort ? 'host' : null
  if (b.hostname === `www.${a.hostname}`) return 'to-www'
  return a.hostname === `www.${b.hostname}` ? 'from-www' : 'host'
}

function pathCauses(a: string, b: string): RedirectCause[] {
  if (a === b) return []
  const bare = withoutTrailingSlash(a)
  const target = withoutTrailingSlash(b)
  if (bare.toLowerCase() !== target.toLowerCase()) {
    const folder = a.replace(INDEX_FILE, '')
    return folder !== a && folder === target ? ['index-file'] : ['path']
  }
  const causes: RedirectCause[] = []
  if (a.endsWith('/') !== b.endsWith('/')) causes.push(a.endsWith('/') ? 'slash-extra' : 'slash-missing')
  if (bare !== target) causes.push('letter-case')
  return causes
}

function parameterCause(a: URL, b: URL): RedirectCause | null {
  if (a.search === b.search) return null
  if (b.search === '') return 'parameters-extra'
  return a.search === '' ? 'parameters-missing' : 'parameters'
}

/** The causes in a sentence without a full stop. */
export function causeSentence(causes: readonly RedirectCause[]): string {
  return causes.map(cause => explanations[cause]).join('; ')
}

/**
 * The rule of the server that redirects, such as one that adds a slash to the URLs of a host. The same for all URLs that it redirects
 * alike; null where a hop depends on the URL.
 */
export function redirectRuleOf(hops: readonly Pick<Hop, 'url' | 'status' | 'location'>[]): string | null {
  const steps = hops.map(({ url, status, location }) => {
    const causes = redirectCausesOf(url, location)
    if (causes.length === 0 || causes.some(cause => ownCauses.includes(cause))) return null
    return `${status} ${originOf(url)} ${causes.join(' ')} ${originOf(location)}`
  })
  return steps.length === 0 || steps.includes(null) ? null : steps.join('\n')
}

const originOf = (url: string): string => URL.parse(url)?.origin ?? ''

function withoutTrailingSlash(path: string): string {
  return path.endsWith('/') ? path.slice(0, -1) : path
}
