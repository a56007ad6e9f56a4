import type { Hop } from '#shared/model.ts'

/** A redirect that gives up the encryption that the visitor already had. */
export function leavesHttps({ url, location }: Hop): boolean {
  return URL.parse(url)?.protocol === 'https:' && URL.parse(location, url)?.protocol === 'http:'
}
