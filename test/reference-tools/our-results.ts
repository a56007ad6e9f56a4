import type { PageFacts } from '#shared/facts.ts'
import { type Answer, factsOfResponse, issuesOf } from './checked-page.ts'
import type { Verdicts } from './topics.ts'

/** What the page checks of this product say of an answer, without a crawl and without scripts. */
export function ourVerdicts(answer: Answer): Verdicts {
  const facts = factsOfResponse(answer, { isPrivateHost: true })
  const verdicts = new Map<string, string[]>()
  for (const issue of issuesOf(facts)) verdicts.set(issue.checkId, [issue.message])
  for (const what of ['link', 'button'] as const) {
    const alone = facts.images.filter(image => image.alt === null && image.soleContentOf?.element === what)
    if (alone.length > 0 && verdicts.has('image-alt-missing'))
      verdicts.set(`image-alt-missing (${what})`, alone.map(({ path }) => path).slice(0, 2))
  }
  if (facts.isNoindex) verdicts.set('(noindex)', directives(facts))
  return verdicts
}

const directives = (facts: PageFacts): string[] => facts.robotsDirectives.map(directive => directive.raw)
