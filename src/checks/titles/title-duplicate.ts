import type { SiteFacts } from '#shared/site-facts.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { roughCount } from '../counted.ts'
import { duplicateFinding, duplicateGroups } from '../duplicates/duplicate-groups.ts'
import { quoted, textEvidence } from '../evidence.ts'

export const titleDuplicate: SiteCheck = {
  id: 'title-duplicate',
  scope: 'site',
  pages: 'eligible',
  type: 'meta_issue',
  severity: 'warning',
  title: 'Duplicate title',
  passedTitle: 'Every title is unique',
  why: 'These pages look the same in search results, tabs and bookmarks. Search engines may replace such titles with other text.',
  fix: 'Include in each title what is specific to its page: the product, the place, the year. If the pages have the same content, keep one and redirect the others to it.',
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
