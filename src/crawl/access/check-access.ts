import { readLoginPage } from '#extract/login-page.ts'
import { openAccess } from '#fetch/access/request-access.ts'
import { hasSignIn, withoutSecrets } from '#fetch/access/sign-in-result.ts'
import type { Credentials } from '#shared/credentials.ts'
import { MAX_REDIRECT_HOPS } from '../engine-settings.ts'
import { type SignInDeps, signIn } from './sign-in.ts'
import { startSign } from './sign-in-signs.ts'

/** Whether a website accepts credentials, as a crawl that begins would find out. */
export interface AccessTest {
  isAccepted: boolean
  /** A sentence. */
  message: string
  /** The beginning of what the last page shows, without any secret. */
  shown: string
}

/** `url` is the start page of the crawl. Never throws for what websites do. */
export async function checkAccess(
  { url, credentials }: { url: string; credentials: Credentials },
  deps: SignInDeps,
): Promise<AccessTest> {
  const access = openAccess(credentials)
  if (hasSignIn(credentials)) {
    const result = await signIn(credentials, deps)
    if (!result.ok) return { isAccepted: false, message: `The sign-in failed, as ${result.why}.`, shown: result.shown }
    access.setSession(result.session)
  }
  const { fetcher, signal } = deps
  const fetched = await fetcher.fetch({ url, method: 'GET', body: 'all', maxHops: MAX_REDIRECT_HOPS, access, signal })
  if (fetched.kind === 'failure')
    return { isAccepted: false, message: `The start page cannot be read: ${fetched.detail}`, shown: '' }
  const contentType = fetched.headers.find(([name]) => name === 'content-type')?.[1] ?? null
  const { text } = readLoginPage({ url: fetched.url, body: fetched.body, contentType })
  const shown = withoutSecrets(text, credentials)
  const isListed = credentials.origins.includes(new URL(url).origin)
  const sign = isListed
    ? startSign(fetched, credentials)
    : 'the origin of the start page is not among those that they are sent to'
  if (sign === null)
    return {
      isAccepted: true,
      message: `The website accepted them: the start page responds with ${fetched.status}.`,
      shown,
    }
  const signedIn = credentials.signIn === null ? '' : 'The sign-in succeeded, but '
  return { isAccepted: false, message: sentence(`${signedIn}${sign}`), shown }
}

function sentence(clause: string): string {
  return `${clause.charAt(0).toUpperCase()}${clause.slice(1)}.`
}
