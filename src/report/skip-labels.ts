import type { SkipReason } from '#shared/model.ts'

/** Why URLs were found and not crawled, as the second half of "34 URLs: …". */
export const skipLabels: Record<SkipReason, string> = {
  limit: 'beyond the page limit',
  robots: 'disallowed by robots.txt',
  scope: 'on another site',
  type: 'not a web page',
  nofollow: 'linked with nofollow only',
  'address-refused': 'private IP address',
  'too-long': 'URL too long',
  'too-deep': 'path too deep',
  'repeats-itself': 'path repeats itself: looks like a crawler trap',
  'looks-endless': 'URL pattern looks like a crawler trap',
  'queue-full': 'more URLs than the crawl keeps',
  'probe-budget': 'beyond the number of URLs that are checked',
  'not-listed': 'not on the list of URLs',
  stopped: 'the crawl was stopped first',
}
