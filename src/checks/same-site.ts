import { getDomain } from 'tldts'
import { hostWithoutWww } from '#shared/url.ts'

/** Same host and port, with or without `www.`; what a single page can tell about the scope of a crawl. */
export function isSameSite(url: string, otherUrl: string): boolean {
  const [one, other] = [URL.parse(url), URL.parse(otherUrl)]
  return one !== null && other !== null && hostWithoutWww(one) === hostWithoutWww(other)
}

/** `example.co.uk` for `shop.example.co.uk`; null for addresses and names without a public suffix. */
export function registrableDomain(url: string): string | null {
  return getDomain(url, { allowPrivateDomains: true })
}
