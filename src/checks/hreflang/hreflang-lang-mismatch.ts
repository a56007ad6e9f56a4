import type { PageCheck } from '../check.ts'
import { hasForeignCanonical } from '../eligible.ts'
import { tableEvidence } from '../evidence.ts'
import { primaryLanguage } from '../language-tag.ts'

export const hreflangLangMismatch: PageCheck = {
  id: 'hreflang-lang-mismatch',
  type: 'hreflang_issue',
  severity: 'warning',
  applies: 'html',
  dependsOnCanonical: true,
  title: 'Hreflang and HTML lang mismatch',
  passedTitle: 'Hreflang and HTML lang match',
  why: 'The hreflang annotation and the lang attribute declare different languages for this page. Search engines read the first, screen readers and translators the second, and one of them is wrong.',
  fix: 'Find out which language the text is in and set both to it. Often a template uses lang="en" for all languages.',
  example: { before: '<html lang="en">', after: '<html lang="de">' },
  sources: [
    {
      title: 'Google: Localized versions of your pages',
      url: 'https://developers.google.com/search/docs/specialty/international/localized-versions',
    },
    {
      title: 'WCAG 2.2: Language of page (3.1.1)',
      url: 'https://www.w3.org/WAI/WCAG22/Understanding/language-of-page.html',
    },
  ],
  check: page => {
    const { hreflangs, lang, canonicalUrl, url } = page
    if (hreflangs.length === 0 || lang === null || lang.trim() === '') return []
    const named = hreflangs.filter(hreflang => hreflang.code.trim() !== '' && !isDefault(hreflang.code))
    const underOwnUrl = named.filter(hreflang => hreflang.url === url)
    // A page that names another as its canonical has no code of its own there: the code is that of the other page.
    const isCopy = canonicalUrl !== null && hasForeignCanonical(page)
    const selves = underOwnUrl.length > 0 || isCopy ? underOwnUrl : named.filter(({ url }) => url === canonicalUrl)
    const [self] = selves
    const language = primaryLanguage(lang)
    if (!self || selves.some(hreflang => primaryLanguage(hreflang.code) === language)) return []
    const table = tableEvidence({
      label: 'Language of the page',
      columns: ['Self-referencing hreflang', 'html lang', 'Line'],
      items: selves,
      row: hreflang => [hreflang.code, lang, hreflang.line],
    })
    const message = `Hreflang and HTML lang mismatch: "${self.code.slice(0, 40)}" and "${lang.slice(0, 40)}"`
    return [{ message, evidence: [table] }]
  },
}

const isDefault = (code: string): boolean => code.trim().toLowerCase() === 'x-default'
