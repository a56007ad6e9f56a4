import type { LinkKind } from '#shared/model.ts'
import type { SiteFacts, Target } from '#shared/site-facts.ts'
import { each } from '../each.ts'

/**
 * Kinds that a visitor follows to another page. A redirect is no link by itself: its first address is linked, or nobody
 * meets it.
 */
export const linkingKinds: readonly LinkKind[] = ['anchor', 'area', 'frame', 'refresh', 'next', 'prev']

/** Kinds that a page needs to look and work as meant. Icons have their own check, images theirs. */
export const neededKinds: readonly LinkKind[] = ['script', 'stylesheet', 'font', 'media']

/** Internal targets of links that redirect. */
export function redirectingTargets(site: SiteFacts): AsyncGenerator<Target, void, undefined> {
  return each(site.targets({ scope: 'internal', kinds: linkingKinds, statusFrom: 300, statusTo: 399 }))
}

/** Targets of links that redirect, answer 400 or above, or do not answer, in stable order within each of the two parts. */
export async function* troubledTargets(
  site: SiteFacts,
  scope: 'internal' | 'external',
): AsyncGenerator<Target, void, undefined> {
  const choice = { scope, kinds: linkingKinds }
  yield* each(site.targets({ ...choice, statusFrom: 300 }))
  for await (const target of each(site.targets({ ...choice, outcome: 'failed' }))) {
    if (target.status === null) yield target
  }
}
