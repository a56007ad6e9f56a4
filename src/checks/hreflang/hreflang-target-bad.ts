import { isErrorTarget } from '#shared/certainty.ts'
import type { LinkKind } from '#shared/model.ts'
import type { PageSummary, SiteFacts } from '#shared/site-facts.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { roughCount } from '../counted.ts'
import { directoryGroups } from '../directory-groups.ts'
import { each } from '../each.ts'
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
/** Sources that are checked to tell a language version from a feed. */
const MAX_SOURCES_CHECKED = 5

async function* findings(site: SiteFacts): AsyncGenerator<SiteFinding, void, undefined> {
  yield* templateFindings(site, { targets: lostVersions(site), kinds: alternateKinds, namedHow: 'named by' })
  for (const { versions, severity, words } of reasons(site)) {
    for (const urls of await directoryGroups(versions)) {
      const subject = urls.length === 1 ? `${urls[0]} ${words.one}` : `${roughCount(urls.length, 'URL')} ${words.many}`
      const problem: TargetProblem = { severity, message: `Hreflang points to a non-indexable URL: ${subject}` }
      const finding = await sharedCauseFinding(site, { urls, kinds: alternateKinds, namedHow: 'named by', problem })
      if (finding) yield finding
    }
  }
}

async function* lostVersions(site: SiteFacts): AsyncGenerator<WrongTarget, void, undefined> {
  for await (const target of each(site.targets({ kinds: alternateKinds, statusFrom: 300 }))) {
    const { url, finalStatus: status } = target
    if (status === null || !isErrorTarget(target) || !(await isLanguageVersion(site, url))) continue
    yield {
      url,
      problem: {
        message: `Hreflang points to an error page (status ${status}): ${url}`,
        manyMessage: urls => `Hreflang points to error pages (status ${status}) at ${urls} of one directory`,
        details: { statusCode: status },
        evidence: attemptsOf(target),
      },
    }
  }
}

interface Reason {
  versions: AsyncGenerator<string>
  severity: 'error' | 'warning'
  words: { one: string; many: string }
}

/** A problem of a whole directory usually has one cause, so it is one finding. */
function reasons(site: SiteFacts): Reason[] {
  return [
    {
      versions: versionsAmong(site, page => page.isNoindex),
      severity: 'error',
      words: { one: 'has noindex', many: 'have noindex' },
    },
    {
      versions: versionsAmong(site, page => page.indexability === 'canonicalised'),
      severity: 'error',
      words: { one: 'is canonicalised to another URL', many: 'are canonicalised to other URLs' },
    },
    {
      versions: closedVersions(site),
      severity: 'error',
      words: { one: 'is blocked by robots.txt', many: 'are blocked by robots.txt' },
    },
    {
      versions: redirectingVersions(site),
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
  for await (const { url, skipReason } of each(site.targets({ kinds: alternateKinds, response: 'skipped' }))) {
    if (skipReason === 'robots' && (await isLanguageVersion(site, url))) yield url
  }
}

async function* redirectingVersions(site: SiteFacts): AsyncGenerator<string> {
  for await (const target of each(site.targets({ kinds: alternateKinds, statusFrom: 300, statusTo: 399 }))) {
    const isWell = target.finalStatus === 200 && !target.isBotChallenge
    // A redirect of the default version may choose the language of the visitor.
    if (isWell && !isRoot(target.url) && (await isLanguageVersion(site, target.url))) yield target.url
  }
}

const isRoot = (url: string): boolean => URL.parse(url)?.pathname === '/'

/** Feeds have the same kind of link. A non-indexable page needs no language versions. */
async function isLanguageVersion(site: SiteFacts, url: string): Promise<boolean> {
  const { places } = await site.inlinks(url, { limit: MAX_SOURCES_CHECKED, kinds: alternateKinds })
  for (const { sourceUrl } of places) {
    const source = await site.page(sourceUrl)
    if (source?.isEligible && source.url !== url && source.alternates.includes(url)) return true
  }
  return false
}
