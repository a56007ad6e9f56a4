import type { PageResponse, SiteFacts } from '#shared/site-facts.ts'
import { each } from '../each.ts'

/** Pages whose headers are looked at. Headers are set for whole hosts or sections, and a thousand pages show them all. */
const MAX_PAGES = 1_000

/** Responses by site: several checks need them. */
const known = new WeakMap<SiteFacts, readonly PageResponse[]>()

/** The responses of the first pages of the site, by frontier number. */
export async function* ownResponses(site: SiteFacts): AsyncGenerator<PageResponse, void, undefined> {
  const kept = known.get(site)
  if (kept) return yield* kept
  const responses: PageResponse[] = []
  for await (const response of each(site.responses())) {
    responses.push(response)
    yield response
    if (responses.length >= MAX_PAGES) break
  }
  known.set(site, responses)
}

/** All values of a header, in order. `name` in lower case. */
export function headerValuesOf(facts: Pick<PageResponse, 'response'>, name: string): string[] {
  return facts.response.headers.filter(([each]) => each === name).map(([, value]) => value)
}
