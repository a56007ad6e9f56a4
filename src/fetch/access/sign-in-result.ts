import type { Credentials } from '#shared/credentials.ts'
import type { CrawlRoute } from '#shared/outbound.ts'
import type { SignIn, SignInProof } from '#shared/sign-in.ts'
import type { Session } from './request-access.ts'

/** What came of a sign-in; `why` is a clause for a person, `shown` what the last page shows. Neither has a secret. */
export type SignInResult =
  | { ok: true; session: Session }
  | { ok: false; why: string; shown: string; isBrowserMissing?: true }

/** Credentials with a sign-in. */
export type SigningIn = Credentials & { signIn: SignIn }

/** Signs in with a browser, where the forms are those of scripts. */
export type SignInWithBrowser = (credentials: SigningIn, route?: CrawlRoute) => Promise<SignInResult>

export function hasSignIn(credentials: Credentials | null): credentials is SigningIn {
  return credentials?.signIn != null
}

/** The page behind the last form. */
interface Reached {
  url: string
  text: string
  source: string
}

/** Whether a text or a URL proves the sign-in; a selector does in a browser alone. */
export function isProved(proof: SignInProof, { url, text, source }: Reached, loginUrl: string): boolean {
  if (proof.kind === 'url') return url.startsWith(URL.parse(proof.value, loginUrl)?.href ?? proof.value)
  return proof.kind === 'text' && (text.includes(proof.value) || source.includes(proof.value))
}

/** Why nothing proves the sign-in, as a clause. */
export function missingProof(
  proof: SignInProof | null,
  { url, hasPasswordField }: { url: string; hasPasswordField: boolean },
): string {
  if (hasPasswordField) return `${shownUrl(url)}, which came then, has a login form again`
  if (proof === null) return `${shownUrl(url)}, which came then, set no cookie`
  return proof.kind === 'url'
    ? `it ended at ${shownUrl(url)}`
    : `${shownUrl(url)}, which came then, lacks what proves the sign-in`
}

/** Without the query, which may hold a secret. */
export function shownUrl(url: string): string {
  return url.replace(/[?#].*$/s, '')
}

const MAX_SHOWN = 300

/** Shorter values of cookies and headers are no secrets, and would hide much else. */
const MIN_SECRET_LENGTH = 4

/** The beginning of what a page shows, without any value of the credentials. */
export function withoutSecrets(text: string, { signIn, user, token, cookies, headers }: Credentials): string {
  const filledIn = signIn?.steps.flatMap(({ fields }) => fields.map(({ value }) => value)) ?? []
  const sent = [token ?? '', ...[...cookies, ...headers].map(({ value }) => value)]
  const values = [
    ...[...filledIn, user?.password ?? ''].filter(value => value !== ''),
    ...sent.filter(({ length }) => length >= MIN_SECRET_LENGTH),
  ]
  // As the page shows them.
  const shown = values.map(value => value.replaceAll(/\s+/g, ' '))
  const longestFirst = shown.toSorted((a, b) => b.length - a.length)
  const hidden = longestFirst.reduce((left, value) => left.replaceAll(value, '•••'), text.replaceAll(/\s+/g, ' '))
  return hidden.trim().slice(0, MAX_SHOWN)
}
