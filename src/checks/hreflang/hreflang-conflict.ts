import type { HreflangFact } from '#shared/element-facts.ts'
import type { PageCheck } from '../check.ts'
import { tableEvidence } from '../evidence.ts'
import { primaryLanguage } from '../language-tag.ts'

export const hreflangConflict: PageCheck = {
  id: 'hreflang-conflict',
  type: 'hreflang_issue',
  severity: 'error',
  applies: 'html-ok',
  title: 'Conflicting hreflang annotations',
  passedTitle: 'No conflicting hreflang annotations',
  why: 'One language has two URLs, or one URL has two languages. Search engines cannot know which one is right and may ignore the whole set.',
  fix: 'Declare exactly one URL for each language, in one place: the head or the Link header. Do not list languages into which the page has not been translated.',
  example: {
    before: 'hreflang="de" href="/de/" and hreflang="de" href="/at/"',
    after: 'hreflang="de" href="/de/" and hreflang="de-AT" href="/at/"',
  },
  sources: [
    {
      title: 'Google: Localized versions of your pages',
      url: 'https://developers.google.com/search/docs/specialty/international/localized-versions',
    },
  ],
  check: ({ hreflangs }) => {
    if (hreflangs.length < 2) return []
    const usable = hreflangs
      .filter(hasUrl)
      .map(fact => ({ ...fact, key: fact.code.toLowerCase().replaceAll('_', '-') }))
    const divided = conflicting(
      usable,
      fact => fact.key,
      fact => fact.url,
    )
    const shared = conflicting(
      usable.filter(fact => fact.key !== 'x-default'),
      fact => fact.url,
      fact => languageOf(fact.code),
    )
    const [first] = divided.length > 0 ? divided : shared
    if (!first) return []
    const table = tableEvidence({
      label: 'Conflicting annotations',
      columns: ['Language', 'URL', 'Source', 'Line'],
      items: [...new Set([...divided, ...shared])],
      row: ({ code, url, source, line }) => [code, url, source === 'header' ? 'Link header' : 'link tag', line || ''],
    })
    const isDivided = divided.length > 0
    return [
      {
        severity: isDivided ? 'error' : 'warning',
        message: isDivided
          ? `Conflicting hreflang annotations: “${first.code.slice(0, 40)}” has more than one URL`
          : `Conflicting hreflang annotations: ${first.url} has more than one language`,
        evidence: [table],
      },
    ]
  },
}

type Usable = HreflangFact & { url: string }

function hasUrl(fact: HreflangFact): fact is Usable {
  return fact.url !== null && fact.code.trim() !== ''
}

/** Facts of one key that have more than one value. */
function conflicting<Fact>(
  facts: readonly Fact[],
  keyOf: (fact: Fact) => string,
  valueFrom: (fact: Fact) => string,
): Fact[] {
  const groups = Map.groupBy(facts, keyOf).values()
  return [...groups].filter(group => new Set(group.map(valueFrom)).size > 1).flat()
}

/** Written and spoken languages that one text may serve: Norwegian and its written form, and codes that were renamed. */
const oneLanguage: ReadonlyMap<string, string> = new Map([
  ['nb', 'no'],
  ['nn', 'no'],
  ['iw', 'he'],
  ['in', 'id'],
  ['ji', 'yi'],
  ['tl', 'fil'],
  ['sr', 'sh'],
  ['hr', 'sh'],
  ['bs', 'sh'],
])

function languageOf(code: string): string {
  const language = primaryLanguage(code.replaceAll('_', '-'))
  return oneLanguage.get(language) ?? language
}
