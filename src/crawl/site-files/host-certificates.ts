import type { FetchFailure } from '#shared/facts.ts'
import type { HostCertificate } from '#shared/site-facts.ts'
import type { CrawlContext } from '../crawl-context.ts'
import { isInScope } from '../schedule/scope.ts'

/** A site has its host with and without `www.`; more origins than that are odd ports. */
const MAX_CERTIFICATE_HOSTS = 8

/** Nothing was reached, so there is no certificate to be seen, and waiting for it again would only cost time. */
const UNREACHED: ReadonlySet<FetchFailure> = new Set<FetchFailure>([
  'dns',
  'dns-unanswered',
  'connect',
  'refused',
  'timeout-connect',
  'address-refused',
])

/**
 * Looks at the certificates of the own hosts that were met over https: one HEAD request for the robots.txt of each, which every
 * crawler may ask for, whatever became of the pages. In stable order; hosts that show none are left out.
 */
export async function askCertificates(context: CrawlContext): Promise<HostCertificate[]> {
  const certificates: HostCertificate[] = []
  for (const origin of ownSecureOrigins(context)) {
    if (context.halt.aborted) break
    const answer = await context.fetcher.fetch({
      url: `${origin}/robots.txt`,
      method: 'HEAD',
      body: 'none',
      maxHops: 0,
      signal: context.halt,
    })
    if (!answer.certificate) continue
    const detail = answer.kind === 'failure' ? answer.detail : ''
    certificates.push({ origin, ...answer.certificate, detail, askedAtMs: context.now() })
  }
  return certificates
}

function isUnreached(failure: FetchFailure | null | undefined): boolean {
  return failure != null && UNREACHED.has(failure)
}

function ownSecureOrigins({ checkpoint, robots, state }: CrawlContext): string[] {
  const met = [...checkpoint.robotsOrigins, state.seedUrl, ...(checkpoint.homeUrl === null ? [] : [checkpoint.homeUrl])]
  const origins = new Set(met.filter(url => isInScope(url, checkpoint.scopeHost)).map(url => new URL(url).origin))
  return [...origins]
    .filter(origin => origin.startsWith('https:') && !isUnreached(robots.knownOf(origin)?.unreadable?.failure))
    .sort()
    .slice(0, MAX_CERTIFICATE_HOSTS)
}
