import type { SkipReason } from '#shared/model.ts'

/** Why addresses were seen and not crawled, as the second half of "34 addresses: …". */
export const skipLabels: Record<SkipReason, string> = {
  limit: 'beyond the page limit',
  robots: 'forbidden by robots.txt',
  scope: 'on another site',
  type: 'not a web page',
  nofollow: 'linked with nofollow only',
  'address-refused': 'private address',
  'too-long': 'address too long',
  'too-deep': 'path too deep',
  'repeats-itself': 'path repeats itself: looks endless',
  'looks-endless': 'pattern of addresses looks endless',
  'queue-full': 'more addresses than the crawl keeps',
  'probe-budget': 'beyond the number of addresses that are checked',
  'not-listed': 'not on the list of addresses',
  stopped: 'the crawl was stopped first',
}
