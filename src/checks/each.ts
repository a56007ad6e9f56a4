import type { LinkKind } from '#shared/model.ts'
import type { SiteFacts, Target } from '#shared/site-facts.ts'

/** The items of a stream of batches, one by one; holds one batch at a time. */
export async function* each<T>(batches: AsyncIterable<readonly T[]>): AsyncGenerator<T, void, undefined> {
  for await (const batch of batches) yield* batch
}

/** The URLs of the website that responded with 200, linked by these kinds of links. */
export function ownTargets(site: SiteFacts, kinds: readonly LinkKind[]): AsyncGenerator<Target, void, undefined> {
  return each(site.targets({ scope: 'internal', kinds, response: 'responded', statusFrom: 200, statusTo: 200 }))
}
