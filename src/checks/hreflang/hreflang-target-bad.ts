import type { LinkKind } from '#shared/model.ts'
import type { PageSummary, SiteFacts } from '#shared/site-facts.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { roughCount } from '../counted.ts'
import { directoryGroups } from '../directory-groups.ts'
import { each } from '../each.ts'
import { hasForeignCanonical } from '../eligible.ts'
import { isNamedPageLost } from '../targets/certainty.ts'
import { attemptsOf, sharedCauseFinding, type TargetProblem } from '../targets/target-findings.ts'
import { templateFindings, type WrongTarget } from '../targets/template-mistakes.ts'

export const hreflangTargetBad: SiteCheck = {
  id: 'hreflang-target-bad',
  scope: 'site',
  type: 'hreflang_issue',
  severity: 'error',
  title: 'Hreflang points to a non-indexable URL',
  passedTitle: 'Hreflang URLs are indexable',
  why: 'The page lists a language version that is missing, not indexable, or canonicalised to another page. Search engines drop such an annotation, and visitors get the page in the wrong language.',
  fix: 'List only URLs that return 200, are indexable and have a self-referencing canonical. Remove versions that do not exist from the set on all pages.',
  example: {
    before: '<link rel="alternate" hreflang="de" href="https://example.com/de/chairs"> (404)',
    after: '<link rel="alternate" hreflang="de" href="https://example.com/de/stuehle">',
  },
  sources: [
    {
      title: 'Google: Localized versions of your pages',
      url: 'https://developers.google.com/search/docs/specialty/international/localized-versions',
    },
  ],
  check: findings,
}

const alternateKinds: readonly LinkKind[] = ['alternate']
/** Pages looked at to see that a link of this kind is one to a language version, and not to a feed. */
const SOURCES_LOOKED_AT = 5

async function* findings(site: SiteFacts): AsyncGenerator<SiteFinding, void, undefined> {
  yield* templateFindings(site, { targets: lostVersions(site), kinds: alternateKinds, namedHow: 'named by' })
  for (const { addresses, severity, words } of reasons(site)) {
    for (const urls of await directoryGroups(addresses)) {
      const subject = urls.length === 1 ? `${urls[0]} ${words.one}` : `${roughCount(urls.length, 'URL')} ${words.many}`
      const verdict: TargetProblem = { severity, message: `Hreflang points to a non-indexable URL: ${subject}` }
      const finding = await sharedCauseFinding(site, { urls, kinds: alternateKinds, namedHow: 'named by', verdict })
      if (finding) yield finding
    }
  }
}

async function* lostVersions(site: SiteFacts): AsyncGenerator<WrongTarget, void, undefined> {
  for await (const target of each(site.targets({ kinds: alternateKinds, statusFrom: 300 }))) {
    const { url, finalStatus: status } = target
    if (status === null || !isNamedPageLost(target) || !(await isLanguageVersion(site, url))) continue
    yield {
      url,
      verdict: {
        message: `Hreflang points to an error page (status ${status}): ${url}`,
        details: { statusCode: status },
        evidence: attemptsOf(target),
      },
      manyMessage: addresses => `Hreflang points to error pages (status ${status}) at ${addresses} of one directory`,
    }
  }
}

interface Reason {
  addresses: AsyncGenerator<string>
  severity: 'error' | 'warning'
  words: { one: string; many: string }
}

/** What holds for a whole directory mostly has one cause, and is told once. */
function reasons(site: SiteFacts): Reason[] {
  const isForeign = (page: PageSummary): boolean =>
    !page.isNoindex && hasForeignCanonical({ ...page, isPrivateHost: site.crawl.isPrivateHost })
  return [
    {
      addresses: versionsAmong(site, page => page.isNoindex),
      severity: 'error',
      words: { one: 'has noindex', many: 'have noindex' },
    },
    {
      addresses: versionsAmong(site, isForeign),
      severity: 'error',
      words: { one: 'is canonicalised to another URL', many: 'are canonicalised to other URLs' },
    },
    {
      addresses: closedVersions(site),
      severity: 'error',
      words: { one: 'is blocked by robots.txt', many: 'are blocked by robots.txt' },
    },
    {
      addresses: redirectingVersions(site),
      severity: 'warning',
      words: { one: 'redirects', many: 'redirect' },
    },
  ]
}

async function* versionsAmong(site: SiteFacts, isBad: (page: PageSummary) => boolean): AsyncGenerator<string> {
  for await (const page of each(site.pages())) {
    if (isBad(page) && (await isLanguageVersion(site, page.url))) yield page.url
  }
}

async function* closedVersions(site: SiteFacts): AsyncGenerator<string> {
  for await (const { url, skipReason } of each(site.targets({ kinds: alternateKinds, outcome: 'skipped' }))) {
    if (skipReason === 'robots' && (await isLanguageVersion(site, url))) yield url
  }
}

async function* redirectingVersions(site: SiteFacts): AsyncGenerator<string> {
  for await (const target of each(site.targets({ kinds: alternateKinds, statusFrom: 300, statusTo: 399 }))) {
    const isWell = target.finalStatus === 200 && !target.isBotChallenge
    // Which language a visitor gets may rightly be decided by a redirect: the default version of an international site.
    if (isWell && !isRoot(target.url) && (await isLanguageVersion(site, target.url))) yield target.url
  }
}

const isRoot = (url: string): boolean => URL.parse(url)?.pathname === '/'

/** Feeds are named by the same kind of link. A page that is not shown itself needs no versions. */
async function isLanguageVersion(site: SiteFacts, url: string): Promise<boolean> {
  const { places } = await site.inlinks(url, { limit: SOURCES_LOOKED_AT, kinds: alternateKinds })
  for (const { sourceUrl } of places) {
    const source = await site.page(sourceUrl)
    if (source?.isEligible && source.url !== url && source.alternates.includes(url)) return true
  }
  return false
}
