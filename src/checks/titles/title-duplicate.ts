import type { SiteFacts } from '#shared/site-facts.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { roughCount } from '../counted.ts'
import { duplicateFinding, duplicateGroups } from '../duplicates/duplicate-groups.ts'
import { quoted, textEvidence } from '../evidence.ts'

export const titleDuplicate: SiteCheck = {
  id: 'title-duplicate',
  scope: 'site',
  type: 'meta_issue',
  severity: 'warning',
  title: 'Duplicate title',
  passedTitle: 'Every page has a title of its own',
  why: 'In search results, tabs and bookmarks these pages cannot be told apart. Search engines may replace such titles by text of their own choice.',
  fix: 'Say in each title what is particular to its page: the product, the place, the year. When the pages are the same in fact, keep one and redirect the others to it.',
  example: {
    before: '<title>Chairs</title> on /chairs/oak and /chairs/pine',
    after: '<title>Oak chairs</title> and <title>Pine chairs</title>',
  },
  sources: [
    {
      title: 'Google: Influencing title links',
      url: 'https://developers.google.com/search/docs/appearance/title-link',
    },
  ],
  check: findings,
}

async function* findings(site: SiteFacts): AsyncGenerator<SiteFinding, void, undefined> {
  for await (const group of duplicateGroups(site, 'title')) {
    const title = group.members[0]?.title ?? ''
    const finding = duplicateFinding(group, {
      message: `Duplicate title on ${roughCount(group.total, 'page')}: ${quoted(title)}`,
      details: { title },
      evidence: [textEvidence(group.lang === null ? 'Title' : `Title (${group.lang})`, title)],
    })
    if (finding) yield finding
  }
}
