import type { KeptFacts, SiteFacts } from '#shared/site-facts.ts'
import { each } from '../each.ts'

/** Pages whose headers are looked at. Headers are set for whole hosts or sections, and a thousand pages show them all. */
const MAX_PAGES = 1_000

/** The facts that these checks need. */
export type OwnResponse = Pick<KeptFacts, 'url' | 'isBotChallenge' | 'metaPolicies' | 'response'>

/** Responses by site: several checks need them, and reading all facts of a page is expensive. */
const known = new WeakMap<SiteFacts, readonly OwnResponse[]>()

/** The responses of the first pages of the site, by frontier number. */
export async function* ownResponses(site: SiteFacts): AsyncGenerator<OwnResponse, void, undefined> {
  const kept = known.get(site)
  if (kept) return yield* kept
  const responses: OwnResponse[] = []
  for await (const { url, isBotChallenge, metaPolicies, response } of each(site.facts())) {
    if (isBotChallenge) continue
    const own = { url, isBotChallenge, response, ...(metaPolicies && { metaPolicies }) }
    responses.push(own)
    yield own
    if (responses.length >= MAX_PAGES) break
  }
  known.set(site, responses)
}

/** All values of a header, in order. `name` in lower case. */
export function headerValuesOf(facts: Pick<OwnResponse, 'response'>, name: string): string[] {
  return facts.response.headers.filter(([each]) => each === name).map(([, value]) => value)
}
