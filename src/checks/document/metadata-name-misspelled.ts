import type { MisspelledNameFact } from '#shared/element-facts.ts'
import { elementCheck } from '../element-check.ts'
import { tableEvidence } from '../evidence.ts'

export const metadataNameMisspelled = elementCheck<MisspelledNameFact>({
  id: 'metadata-name-misspelled',
  type: 'meta_issue',
  severity: 'error',
  applies: 'html',
  title: 'Misspelled name of a metadata element',
  passedTitle: 'No name of a metadata element is misspelled',
  why: 'Search engines and social networks ignore an element whose name they do not know, without a message: the page has no canonical, no description, no language versions or no structured data, although its source seems to have them.',
  fix: 'Correct the name in the template.',
  example: {
    before: '<link rel="alternative" hreflang="de" href="https://example.com/de/">',
    after: '<link rel="alternate" hreflang="de" href="https://example.com/de/">',
  },
  sources: [
    {
      title: 'Google: Meta tags and attributes that Google supports',
      url: 'https://developers.google.com/search/docs/crawling-indexing/special-tags',
    },
    {
      title: 'Google: Localized versions of your pages',
      url: 'https://developers.google.com/search/docs/specialty/international/localized-versions',
    },
    { title: 'The Open Graph protocol', url: 'https://ogp.me/' },
  ],
  elements: ({ misspelledNames = [] }) => misspelledNames,
  // What they say is that of each page.
  identify: ({ attribute, name }) => ({ tag: `${attribute} ${name}` }),
  finding: found => {
    const [{ attribute, name, meant }] = found
    const table = tableEvidence({
      label: 'Elements with a misspelled name',
      columns: ['Attribute', 'Name', 'Did you mean', 'Tag', 'Line'],
      items: found,
      row: each => [each.attribute, each.name, each.meant, each.tag, each.line],
    })
    const names = new Set(found.map(each => `${each.attribute} ${each.name}`)).size
    const more = names > 1 ? `, ${names} names in total` : ''
    const isForSharing = found.every(each => SHARING.test(each.meant))
    return {
      severity: isForSharing ? 'warning' : 'error',
      message: `Misspelled name of a metadata element: ${attribute}="${name}" in place of "${meant}"${more}`,
      evidence: [table],
    }
  },
})

/** Names that social networks read, and search engines do not. */
const SHARING = /^(?:og|twitter):/
