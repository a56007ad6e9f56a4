import type { KeptFacts, SiteFacts } from '#shared/site-facts.ts'
import { each } from '../each.ts'

/** Pages whose headers are looked at. Headers are set for whole hosts or sections, and a thousand pages show them all. */
const MAX_PAGES = 1_000

/** What is asked of them. */
export type OwnResponse = Pick<KeptFacts, 'url' | 'isBotChallenge' | 'metaPolicies' | 'response'>

/** Of sites that have been gone through: several checks ask, and all facts of a page are costly to read for these few. */
const known = new WeakMap<SiteFacts, readonly OwnResponse[]>()

/** The first pages of the site that answered for themselves, by frontier number. */
export async function* ownResponses(site: SiteFacts): AsyncGenerator<OwnResponse, void, undefined> {
  const kept = known.get(site)
  if (kept) return yield* kept
  const answers: OwnResponse[] = []
  for await (const { url, isBotChallenge, metaPolicies, response } of each(site.facts())) {
    if (isBotChallenge) continue
    const answer = { url, isBotChallenge, response, ...(metaPolicies && { metaPolicies }) }
    answers.push(answer)
    yield answer
    if (answers.length >= MAX_PAGES) break
  }
  known.set(site, answers)
}

/** All values of a header, in order. `name` in lower case. */
export function headerValuesOf(facts: Pick<OwnResponse, 'response'>, name: string): string[] {
  return facts.response.headers.filter(([each]) => each === name).map(([, value]) => value)
}
