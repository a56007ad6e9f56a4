import type { PageSummary, SiteFacts } from '#shared/site-facts.ts'
import { foldedKey } from '#shared/white-space.ts'
import type { SiteCheck } from '../check.ts'
import { each } from '../each.ts'
import { pageListFinding } from '../page-list-finding.ts'

export const titleSameAsH1: SiteCheck = {
  id: 'title-same-as-h1',
  scope: 'site',
  type: 'meta_issue',
  severity: 'info',
  title: 'Title equal to the H1',
  passedTitle: 'Titles and H1 are not the same text',
  why: 'The title is read among the results of other sites, the H1 on the page itself. With the same text in both, one of them misses what its readers need: the name of the site in the title, or a natural headline on the page.',
  fix: 'Add the name of the site or a second search term to the title. Where the text fits both places, nothing is to be done.',
  example: {
    before: '<title>Tides</title> … <h1>Tides</h1>',
    after: '<title>Tides today – Example Harbour</title> … <h1>Tides</h1>',
  },
  sources: [
    {
      title: 'Google: Influencing title links',
      url: 'https://developers.google.com/search/docs/appearance/title-link',
    },
  ],
  check: site =>
    pageListFinding({
      items: () => samePages(site),
      message: 'Title equal to the H1',
      columns: ['Page', 'Text'],
      row: ({ url, title }) => [url, title],
    }),
}

async function* samePages(site: SiteFacts): AsyncGenerator<PageSummary, void, undefined> {
  for await (const page of each(site.pages())) {
    const { title, h1, isEligible } = page
    // Folding takes a while, and most differ in length.
    if (!isEligible || title === '' || Math.abs(title.length - h1.length) > MOST_FOLDED) continue
    if (foldedKey(title) === foldedKey(h1)) yield page
  }
}

/** Blanks and accents that folding may remove. */
const MOST_FOLDED = 5
