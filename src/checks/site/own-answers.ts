import type { KeptFacts, SiteFacts } from '#shared/site-facts.ts'
import { each } from './each.ts'

/** Pages whose headers are looked at. Headers are set for whole hosts or sections, and a thousand pages show them all. */
const MAX_PAGES = 1_000

/** The first pages of the site that answered for themselves, by frontier number. */
export async function* ownAnswers(site: SiteFacts): AsyncGenerator<KeptFacts, void, undefined> {
  let pages = 0
  for await (const facts of each(site.facts())) {
    if (facts.isBotChallenge) continue
    yield facts
    if (++pages >= MAX_PAGES) return
  }
}

/** All values of a header, in order. `name` in lower case. */
export function headerValuesOf(facts: KeptFacts, name: string): string[] {
  return facts.response.headers.filter(([each]) => each === name).map(([, value]) => value)
}
