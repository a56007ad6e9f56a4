import { certaintyOfGone } from '#shared/certainty.ts'
import { isGone } from '#shared/http-status.ts'
import type { SiteFacts, Target } from '#shared/site-facts.ts'
import { hostWithoutWww } from '#shared/url.ts'
import { each } from '../each.ts'
import { hyperlinkKinds } from '../targets/target-findings.ts'
import { failsItself } from './link-result.ts'

const MAX_LINKS = 200
const MAX_TARGETS_OF_LINK = 1_000

/** Links as they were written, such as `www.example.com/chairs`, and the missing pages to which each leads from pages in several folders. */
export type LinksWithoutScheme = ReadonlyMap<string, readonly Target[]>

const known = new WeakMap<SiteFacts, Promise<LinksWithoutScheme>>()

/** Links of the site to URLs without a scheme, which are relative. Two checks need them. */
export async function linksWithoutScheme(site: SiteFacts): Promise<LinksWithoutScheme> {
  const links = known.get(site) ?? readLinks(site)
  known.set(site, links)
  return await links
}

async function readLinks(site: SiteFacts): Promise<LinksWithoutScheme> {
  const links = new Map<string, Target[]>()
  const choice = { scope: 'internal', kinds: hyperlinkKinds, statusFrom: 404, statusTo: 410 } as const
  for await (const target of each(site.targets(choice))) {
    const written = hostInPath(target)
    if (written === null || (await isBelowHost(site, target.url, written.host))) continue
    const targets = links.get(written.url) ?? []
    if (targets.length < MAX_TARGETS_OF_LINK) targets.push(target)
    if (links.size < MAX_LINKS) links.set(written.url, targets)
  }
  return links
}

/** The part of a missing page's path from a host name on: one that starts with `www.`, or that of the site. */
function hostInPath(target: Target): { host: string; url: string } | null {
  if (!isGone(target.status) || !failsItself(target) || certaintyOfGone(target) !== 'confirmed') return null
  const parsed = new URL(target.url)
  const own = hostWithoutWww(parsed)
  const folders = parsed.pathname.split('/')
  const at = folders.findIndex(folder => WWW_HOST.test(folder) || folder.toLowerCase() === own)
  const host = folders[at]
  return host === undefined ? null : { host, url: `${folders.slice(at).join('/')}${parsed.search}` }
}

const WWW_HOST = /^www\.(?:[a-z0-9-]{1,63}\.){1,4}[a-z]{2,24}$/i

/** A copy of another site lies in a folder of that name, and its pages link to each other. */
async function isBelowHost(site: SiteFacts, url: string, host: string): Promise<boolean> {
  const sources = await site.firstInlinks([url], hyperlinkKinds)
  return sources.get(url)?.sourceUrl.includes(`/${host}/`, 'https://'.length) ?? false
}
