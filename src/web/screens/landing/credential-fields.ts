import * as z from 'zod/mini'
import { credentialsSchema, splitCookies, type TypedCredentials } from '#shared/credentials.ts'
import { PASSWORD_FIELD, USER_NAME_FIELD } from '#shared/sign-in.ts'

/** Credentials as the fields of the form hold them. */
export interface CredentialFields {
  /** Where the user name and the password are filled in; empty: they are sent by basic and digest authentication. */
  loginUrl: string
  userName: string
  password: string
  token: string
  cookies: string
  /** One a line, `Name: value`. */
  headers: string
  /** One a line; empty: that of the start URL. */
  origins: string
  /** One a line, `name: value`; a line of hyphens begins the next page. Empty: the user name and the password. */
  loginFields: string
  /** A text; a URL, or a path with its slash; or a selector behind its word. */
  loginProof: string
  signedInText: string
}

export const noCredentialFields: CredentialFields = {
  loginUrl: '',
  userName: '',
  password: '',
  token: '',
  cookies: '',
  headers: '',
  origins: '',
  loginFields: '',
  loginProof: '',
  signedInText: '',
}

export type CredentialsOfForm = { ok: true; credentials: TypedCredentials | null } | { ok: false; message: string }

/** Whether anything is entered that would be sent. */
export function hasCredentials({ loginUrl, userName, password, token, cookies, headers }: CredentialFields): boolean {
  return [loginUrl, userName, password, token, cookies, headers].some(text => text.trim() !== '')
}

/** What to send to the server, null for no credentials; or a sentence about the first field that is wrong. */
export function readCredentialFields(fields: CredentialFields, siteUrl: string | null): CredentialsOfForm {
  if (!hasCredentials(fields)) return { ok: true, credentials: null }
  const { userName, password, token, cookies, headers, origins, signedInText } = fields
  const signIn = readSignIn(fields)
  const hasUser = signIn === null && (userName !== '' || password !== '')
  const listed = linesOf(origins)
  const credentials: TypedCredentials = {
    origins: listed.length > 0 ? listed : ownOrigins(siteUrl, signIn),
    headers: linesOf(headers).map(line => {
      const colon = line.indexOf(':')
      return { name: line.slice(0, Math.max(0, colon)).trim(), value: line.slice(colon + 1).trim() }
    }),
    cookies: splitCookies(cookies),
    user: hasUser ? { name: userName, password } : null,
    token: token.trim() === '' ? null : token.trim(),
    signIn,
    signedInText,
  }
  const parsed = z.safeParse(credentialsSchema, credentials)
  if (parsed.success) return { ok: true, credentials }
  return { ok: false, message: parsed.error.issues[0]?.message ?? 'These credentials cannot be used' }
}

type TypedSignIn = NonNullable<TypedCredentials['signIn']>

function readSignIn({ loginUrl, loginFields, loginProof, userName, password }: CredentialFields): TypedSignIn | null {
  if (loginUrl.trim() === '') return null
  const userFields = [
    { field: USER_NAME_FIELD, value: userName },
    { field: PASSWORD_FIELD, value: password },
  ]
  const steps = loginFields.trim() === '' ? [{ fields: userFields }] : stepsOf(loginFields)
  return { url: loginUrl.trim(), steps, proof: proofOf(loginProof.trim()) }
}

function stepsOf(text: string): TypedSignIn['steps'] {
  const steps: TypedSignIn['steps'] = [{ fields: [] }]
  for (const line of linesOf(text)) {
    if (/^-+$/.test(line)) steps.push({ fields: [] })
    else {
      const colon = line.indexOf(':')
      const field = { field: line.slice(0, Math.max(0, colon)).trim(), value: line.slice(colon + 1).trim() }
      steps.at(-1)?.fields.push(field)
    }
  }
  return steps
}

const SELECTOR = /^selector:\s*/

function proofOf(text: string): TypedSignIn['proof'] {
  if (text === '') return null
  if (SELECTOR.test(text)) return { kind: 'selector', value: text.replace(SELECTOR, '') }
  return { kind: /^(?:\/|https?:\/\/)/.test(text) ? 'url' : 'text', value: text }
}

/** Those of the start URL and of the login page. */
function ownOrigins(siteUrl: string | null, signIn: TypedSignIn | null): string[] {
  const urls = [siteUrl, signIn?.url ?? null].flatMap(url => URL.parse(url ?? '') ?? [])
  return [...new Set(urls.map(({ origin }) => origin))]
}

function linesOf(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map(line => line.trim())
    .filter(line => line !== '')
}
