import { isConfirmedLoss } from '#shared/certainty.ts'
import type { LinkKind } from '#shared/model.ts'
import type { Target } from '#shared/site-facts.ts'
import type { SiteCheck } from '../check.ts'
import { each } from '../each.ts'
import { statusLabels } from '../response-labels.ts'
import { neededKinds, type TargetProblem } from '../targets/target-findings.ts'
import { elementFindings } from '../targets/template-elements.ts'

export const resourceBroken: SiteCheck = {
  id: 'resource-broken',
  scope: 'site',
  type: 'broken_link',
  severity: 'error',
  title: 'Broken link to a resource (script, style sheet, font)',
  passedTitle: 'Scripts, style sheets, fonts and media load',
  why: 'A page without its style sheet or script looks wrong or does not work. Search engines render pages as well and see the same damage.',
  fix: 'Upload the file to the URL in the tag, correct the URL, or remove the tag. After a release, look for old file names with a hash in cached pages and templates.',
  example: {
    before: '<link rel="stylesheet" href="/css/site.3f2a.css">',
    after: '<link rel="stylesheet" href="/css/site.9b1c.css">',
  },
  sources: [
    { title: 'RFC 9110, 15.5.5: 404 Not Found', url: 'https://www.rfc-editor.org/rfc/rfc9110.html#section-15.5.5' },
    {
      title: 'Google: JavaScript SEO basics',
      url: 'https://developers.google.com/search/docs/crawling-indexing/javascript/javascript-seo-basics',
    },
  ],
  check: site =>
    elementFindings(site, {
      checkId: resourceBroken.id,
      targets: each(site.targets({ kinds: neededKinds, statusFrom: 300 })),
      kinds: neededKinds,
      namedHow: 'loaded by',
      findProblem,
    }),
}

/** Without these a page of the site itself does not work; a font, a film or a foreign file it can do without. */
const vitalKinds: readonly LinkKind[] = ['script', 'stylesheet']

function findProblem(target: Target): TargetProblem | null {
  const { finalStatus: status } = target
  if (status === null || !isConfirmedLoss(target)) return null
  const isVital = target.scope === 'internal' && target.kinds.some(kind => vitalKinds.includes(kind))
  const kind = target.kinds.find(named => neededKinds.includes(named)) ?? 'file'
  return {
    message: `Broken link: ${statusLabels(status)}: ${kind} ${target.url}`,
    manyMessage: urls => `Broken link: ${statusLabels(status)}: ${kind} at ${urls}`,
    severity: isVital ? 'error' : 'warning',
    details: { statusCode: status },
  }
}
