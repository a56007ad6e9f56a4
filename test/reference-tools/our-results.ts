import type { PageFacts } from '#shared/facts.ts'
import { type FetchedResponse, factsOfResponse, issuesOf } from './checked-page.ts'
import type { Results } from './topics.ts'

/** What the page checks of this product say of a response, without a crawl and without scripts. */
export function ourResults(response: FetchedResponse): Results {
  const facts = factsOfResponse(response, { isPrivateHost: true })
  const results = new Map<string, string[]>()
  for (const issue of issuesOf(facts)) results.set(issue.checkId, [issue.message])
  for (const what of ['link', 'button'] as const) {
    const alone = facts.images.filter(image => image.alt === null && image.soleContentOf?.element === what)
    if (alone.length > 0 && results.has('image-alt-missing'))
      results.set(`image-alt-missing (${what})`, alone.map(({ path }) => path).slice(0, 2))
  }
  if (facts.isNoindex) results.set('(noindex)', directives(facts))
  return results
}

const directives = (facts: PageFacts): string[] => facts.robotsDirectives.map(directive => directive.raw)
