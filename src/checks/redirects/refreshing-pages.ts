import type { KeptFacts, SiteFacts } from '#shared/site-facts.ts'
import { each } from '../each.ts'
import { INSTANT_SECONDS, isHtmlOk } from '../eligible.ts'

/** A page with a refresh. */
export interface RefreshingPage {
  url: string
  refresh: NonNullable<KeptFacts['refresh']>
  /** The pages of the endless reload to which instant refreshes lead from here, in order; empty where they lead to none. */
  loop: readonly Pick<KeptFacts, 'url' | 'refresh'>[]
}

/** Pages beyond it are not checked. */
const MAX_PAGES = 5_000
/** Longer chains of pages that lead on are not followed. */
const MAX_STEPS = 10

/** Pages by site: several checks need them, and finding them reads the facts of all pages. */
const known = new WeakMap<SiteFacts, Promise<readonly RefreshingPage[]>>()

/** The HTML pages that have a refresh, by frontier number. */
export async function refreshingPages(site: SiteFacts): Promise<readonly RefreshingPage[]> {
  const pages = known.get(site) ?? readPages(site)
  known.set(site, pages)
  return await pages
}

async function readPages(site: SiteFacts): Promise<RefreshingPage[]> {
  const pages: RefreshingPage[] = []
  for await (const facts of each(site.facts({ having: 'refresh' }))) {
    const { url, refresh } = facts
    if (refresh === null || facts.isBotChallenge || !isHtmlOk(facts)) continue
    const loop = await loopFrom(site, facts)
    pages.push({ url, refresh, loop: loop.map(page => ({ url: page.url, refresh: page.refresh })) })
    if (pages.length >= MAX_PAGES) break
  }
  return pages
}

/** The pages from the first repeated one on, following refreshes and the redirects behind them; none where the way ends. */
async function loopFrom(site: SiteFacts, start: KeptFacts): Promise<KeptFacts[]> {
  const path: KeptFacts[] = []
  let page: KeptFacts | null = start
  while (page !== null && path.length < MAX_STEPS) {
    const { url } = page
    const again = path.findIndex(step => step.url === url)
    if (again !== -1) return path.slice(again)
    path.push(page)
    page = await nextOf(site, page)
  }
  return []
}

async function nextOf(site: SiteFacts, page: KeptFacts): Promise<KeptFacts | null> {
  const { refresh } = page
  if (refresh === null || refresh.delay > INSTANT_SECONDS) return null
  if (refresh.isReload) return page
  if (refresh.url === null) return null
  const direct = await site.factsOf(refresh.url)
  if (direct) return direct
  const target = await site.target(refresh.url)
  return target === null || target.hops.length === 0 ? null : site.factsOf(target.finalUrl)
}
