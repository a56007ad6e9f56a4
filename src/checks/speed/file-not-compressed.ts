import type { LinkKind } from '#shared/model.ts'
import type { SiteFacts, Target } from '#shared/site-facts.ts'
import { isAbove } from '#shared/thresholds.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { ownTargets } from '../each.ts'
import { ownResponses } from '../responses/own-responses.ts'
import {
  addUncompressed,
  compressionFinding,
  compressionSources,
  compressionThresholds,
  isIdentity,
  type Sized,
  type Uncompressed,
} from './uncompressed.ts'

const thresholds = compressionThresholds('file')

export const fileNotCompressed: SiteCheck<typeof thresholds> = {
  id: 'file-not-compressed',
  scope: 'site',
  type: 'performance_issue',
  severity: 'warning',
  isOfServer: true,
  title: 'Style sheets or scripts without text compression',
  passedTitle: 'Style sheets and scripts are sent compressed',
  why: 'The server compresses its pages but not these files. Compression shrinks text to a third or less, and browsers wait for style sheets and scripts before they show a page.',
  fix: 'Add the media types of these files, such as text/css and text/javascript, to the compression settings of the web server.',
  example: { before: 'gzip_types text/html;', after: 'gzip_types text/css text/javascript image/svg+xml;' },
  sources: compressionSources,
  thresholds,
  check: findings,
}

async function* findings(
  site: SiteFacts,
  { minBytes }: (typeof thresholds)['values'],
): AsyncGenerator<SiteFinding, void, undefined> {
  const hosts = new Map<string, Uncompressed>()
  for await (const file of plainFiles(site, minBytes)) addUncompressed(hosts, file)
  if (hosts.size === 0) return
  // `text-not-compressed` reports a host that compresses nothing.
  for (const host of await plainHosts(site)) hosts.delete(host)
  for (const [host, texts] of hosts) yield compressionFinding({ host, noun: 'file', texts })
}

async function plainHosts(site: SiteFacts): Promise<Set<string>> {
  const hosts = new Set<string>()
  for await (const { url, response } of ownResponses(site)) {
    if (isIdentity(response.contentEncoding)) hosts.add(new URL(url).host)
  }
  return hosts
}

const textKinds: readonly LinkKind[] = ['stylesheet', 'script', 'image']
const TEXT_TYPE = /^(?:text\/|application\/(?:x-)?(?:java|ecma)script$|application\/json$|image\/svg\+xml$)/

async function* plainFiles(site: SiteFacts, minBytes: number): AsyncGenerator<Sized, void, undefined> {
  for await (const target of ownTargets(site, textKinds)) {
    const { url, bytes } = target
    if (bytes !== null && isAbove(bytes, minBytes) && isPlainFile(target)) yield { url, bytes }
  }
}

/** Without its body it is not known whether the server would have compressed a file. */
function isPlainFile({ fileHeaders, mediaType, isBotChallenge }: Target): boolean {
  if (fileHeaders === null || fileHeaders.isOfHead || isBotChallenge || !TEXT_TYPE.test(mediaType)) return false
  return isIdentity(fileHeaders.contentEncoding ?? '')
}
