import type { Target } from '#shared/site-facts.ts'
import type { SiteCheck } from '../check.ts'
import { urlEvidence } from '../evidence.ts'
import { type RuleProblem, ruleFindings } from '../targets/rule-findings.ts'
import { linkingKinds, redirectingTargets } from '../targets/target-findings.ts'
import { pathWords } from '../url-parts.ts'
import { causeSentence, redirectCausesOf, redirectRuleOf } from './redirect-cause.ts'
import { leavesHttps } from './redirect-https-to-http.ts'
import { redirectResult } from './redirect-result.ts'

export const redirectTemporary: SiteCheck = {
  id: 'redirect-temporary',
  scope: 'site',
  type: 'redirect',
  severity: 'warning',
  title: '302 redirect: internal link to a temporary redirect',
  passedTitle: 'No internal link to a temporary redirect',
  why: 'A temporary redirect tells search engines that the old URL will come back, so they may keep it in the index. If the move is permanent, the new URL takes longer to rank.',
  fix: 'If the move is permanent, return 301 or 308 instead and link to the new URL. If it is really temporary, keep it and remove it when it is no longer needed.',
  example: { before: 'HTTP/1.1 302 Found\nLocation: /new', after: 'HTTP/1.1 301 Moved Permanently\nLocation: /new' },
  sources: [
    {
      title: 'Google: Redirects and Google Search',
      url: 'https://developers.google.com/search/docs/crawling-indexing/301-redirects',
    },
    { title: 'RFC 9110, 15.4.3: 302 Found', url: 'https://www.rfc-editor.org/rfc/rfc9110.html#section-15.4.3' },
  ],
  check: site =>
    ruleFindings(site, {
      checkId: 'redirect-temporary',
      targets: redirectingTargets(site),
      kinds: linkingKinds,
      namedHow: 'linked from',
      findProblem,
    }),
}

function findProblem(target: Target): RuleProblem | null {
  const { url, finalUrl, hops } = target
  const result = redirectResult(target)
  if (result?.kind !== 'temporary' || hops.some(leavesHttps) || isMeantToVary(target)) return null
  const cause = causeSentence(redirectCausesOf(url, finalUrl))
  const name = redirectRuleOf(hops)
  return {
    message: `${result.status} redirect: ${url} temporarily redirects to ${finalUrl}`,
    details: { statusCode: result.status },
    evidence: [{ kind: 'hops', label: 'Redirect', hops }, urlEvidence('Final URL', finalUrl)],
    ...(name !== null && {
      rule: name,
      manyMessage: urls => `${result.status} redirect: ${urls} for the same reason (${cause})`,
    }),
  }
}

/** Redirects that depend on the visitor are rightly temporary: to a login, a cart, or the visitor's language. */
function isMeantToVary({ url, finalUrl }: Target): boolean {
  return namesSession(url) || namesSession(finalUrl) || addsLanguage(url, finalUrl)
}

const sessionWords: ReadonlySet<string> = new Set([
  'login',
  'logon',
  'logout',
  'signin',
  'signup',
  'auth',
  'oauth',
  'oauth2',
  'sso',
  'cart',
  'basket',
  'checkout',
])

function namesSession(url: string): boolean {
  return pathWords(url).some(word => sessionWords.has(word))
}

const LANGUAGE_SEGMENT = /^[a-z]{2}(?:[-_][a-z]{2})?$/i

/** `/about` to `/en/about`. */
function addsLanguage(url: string, finalUrl: string): boolean {
  const from = segmentsOf(url)
  const [language = '', ...rest] = segmentsOf(finalUrl)
  return LANGUAGE_SEGMENT.test(language) && rest.join('/') === from.join('/')
}

function segmentsOf(url: string): string[] {
  return URL.parse(url)?.pathname.split('/').filter(Boolean) ?? []
}
