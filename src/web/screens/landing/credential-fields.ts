import * as z from 'zod/mini'
import { credentialsSchema, splitCookies, type TypedCredentials } from '#shared/credentials.ts'

/** Credentials as the fields of the form hold them. */
export interface CredentialFields {
  userName: string
  password: string
  token: string
  cookies: string
  /** One a line, `Name: value`. */
  headers: string
  /** One a line; empty: that of the start URL. */
  origins: string
  signedInText: string
}

export const noCredentialFields: CredentialFields = {
  userName: '',
  password: '',
  token: '',
  cookies: '',
  headers: '',
  origins: '',
  signedInText: '',
}

export type CredentialsOfForm = { ok: true; credentials: TypedCredentials | null } | { ok: false; message: string }

/** Whether anything is entered that would be sent. */
export function hasCredentials({ userName, password, token, cookies, headers }: CredentialFields): boolean {
  return [userName, password, token, cookies, headers].some(text => text.trim() !== '')
}

/** What to send to the server, null for no credentials; or a sentence about the first field that is wrong. */
export function readCredentialFields(fields: CredentialFields, siteUrl: string | null): CredentialsOfForm {
  if (!hasCredentials(fields)) return { ok: true, credentials: null }
  const { userName, password, token, cookies, headers, origins, signedInText } = fields
  const hasUser = userName !== '' || password !== ''
  const listed = linesOf(origins)
  const credentials: TypedCredentials = {
    origins: listed.length > 0 ? listed : siteUrl === null ? [] : [new URL(siteUrl).origin],
    headers: linesOf(headers).map(line => {
      const colon = line.indexOf(':')
      return { name: line.slice(0, Math.max(0, colon)).trim(), value: line.slice(colon + 1).trim() }
    }),
    cookies: splitCookies(cookies),
    user: hasUser ? { name: userName, password } : null,
    token: token.trim() === '' ? null : token.trim(),
    signedInText,
  }
  const parsed = z.safeParse(credentialsSchema, credentials)
  if (parsed.success) return { ok: true, credentials }
  return { ok: false, message: parsed.error.issues[0]?.message ?? 'These credentials cannot be used' }
}

function linesOf(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map(line => line.trim())
    .filter(line => line !== '')
}
