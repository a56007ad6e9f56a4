import * as z from 'zod/mini'
import { signInSchema } from './sign-in.ts'

/**
 * Credentials of a crawl: what is sent to the listed origins, and to no other. They are secrets: stored encrypted, and shown by no
 * response, report, export or log, which have `describeCredentials` instead.
 */

export const MAX_CREDENTIAL_ORIGINS = 20
export const MAX_CREDENTIAL_HEADERS = 20
const MAX_NAME_LENGTH = 100
/** Servers refuse headers beyond eight or sixteen kilobytes. */
const MAX_VALUE_LENGTH = 8_000

/** A token (RFC 9110, section 5.6.2). */
const TOKEN = /^[!#$%&'*+.^_`|~\dA-Za-z-]+$/
/** Printable ASCII: what every server reads alike. */
const PRINTABLE = /^[\x20-\x7e]*$/

/** Headers that belong to the connection or to the crawler, and those with a field of their own. */
const RESERVED_HEADERS: ReadonlySet<string> = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'cookie',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
])

const origin = z.pipe(
  z.string('An origin is a text'),
  z.transform((text, context) => {
    const found = originOf(text)
    if (found !== null) return found
    context.issues.push({
      code: 'custom',
      message: 'An origin is a scheme and host, such as https://www.example.com',
      input: text,
    })
    return z.NEVER
  }),
)

/** Scheme, host and port of a URL, or of what was typed as one; null where that is none. */
function originOf(text: string): string | null {
  const url = URL.parse(text.trim())
  return url && (url.protocol === 'http:' || url.protocol === 'https:') ? url.origin : null
}

function value(name: string) {
  return z
    .string(`${name} must be a text`)
    .check(
      z.maxLength(MAX_VALUE_LENGTH, `${name} has at most ${MAX_VALUE_LENGTH} characters`),
      z.regex(PRINTABLE, `${name} must have no line breaks and no characters beyond ASCII`),
    )
}

const headerSchema = z.object({
  name: z.string('A header has a name').check(
    z.trim(),
    z.maxLength(MAX_NAME_LENGTH, `A header name has at most ${MAX_NAME_LENGTH} characters`),
    z.regex(TOKEN, 'A header name has letters, digits and hyphens only'),
    z.refine(name => !isReserved(name), 'This header cannot be set; cookies have a field of their own'),
  ),
  value: value('A header value'),
})

function isReserved(name: string): boolean {
  const lower = name.toLowerCase()
  return RESERVED_HEADERS.has(lower) || lower.startsWith('proxy-')
}

/** Sent as a pair name=value: quotes, commas and backslashes are common, semicolons end a pair (RFC 6265, section 4.2.1). */
const cookieSchema = z.object({
  name: z
    .string('A cookie has a name')
    .check(z.trim(), z.maxLength(MAX_NAME_LENGTH), z.regex(TOKEN, 'A cookie has a name, an equals sign and a value')),
  value: value('A cookie').check(z.trim(), z.regex(/^[^;]*$/, 'A cookie value has no semicolon')),
})

/** Octets of UTF-8 are sent (RFC 7617 and 7616, charset), and no control characters. */
const userText = (name: string) =>
  z
    .string(`${name} must be a text`)
    .check(
      z.maxLength(MAX_VALUE_LENGTH, `${name} has at most ${MAX_VALUE_LENGTH} characters`),
      z.regex(/^[^\x00-\x1f\x7f]*$/, `${name} must have no control characters`),
    )

export const credentialsSchema = z
  .strictObject({
    /** Scheme, host and port of each server that they are sent to. */
    origins: z
      .array(origin, 'The origins must be a list')
      .check(
        z.minLength(1, 'List the origins that the credentials are sent to'),
        z.maxLength(MAX_CREDENTIAL_ORIGINS, `At most ${MAX_CREDENTIAL_ORIGINS} origins`),
      ),
    headers: z._default(
      z
        .array(headerSchema, 'The headers must be a list')
        .check(z.maxLength(MAX_CREDENTIAL_HEADERS, `At most ${MAX_CREDENTIAL_HEADERS} headers`)),
      [],
    ),
    cookies: z._default(
      z
        .array(cookieSchema, 'The cookies must be a list')
        .check(z.maxLength(MAX_CREDENTIAL_HEADERS, `At most ${MAX_CREDENTIAL_HEADERS} cookies`)),
      [],
    ),
    /** Sent where the server requests basic or digest authentication. */
    user: z._default(
      z.nullable(
        z.strictObject({
          name: userText('The user name').check(
            z.minLength(1, 'Enter the user name'),
            z.regex(/^[^:]*$/, 'A user name has no colon'),
          ),
          password: userText('The password'),
        }),
      ),
      null,
    ),
    /** Sent as `Authorization: Bearer`. */
    token: z._default(z.nullable(value('The token').check(z.trim(), z.minLength(1, 'Enter the token'))), null),
    /** Signs in by the forms of the website; the cookies that it sets are sent. */
    signIn: z._default(z.nullable(signInSchema), null),
    /** A text that every page shows when signed in; '' for none. */
    signedInText: z._default(z.string().check(z.trim(), z.maxLength(200, 'The text has at most 200 characters')), ''),
  })
  .check(
    z.refine(
      ({ headers, cookies, user, token, signIn }) =>
        headers.length + cookies.length > 0 || user !== null || token !== null || signIn !== null,
      'Enter a header, a cookie, a user name, a token or a sign-in',
    ),
    z.refine(
      ({ origins, signIn }) => signIn === null || origins.includes(originOf(signIn.url) ?? origins[0] ?? ''),
      'The origin of the login page must be listed',
    ),
    z.refine(
      ({ headers, user, token }) =>
        [user !== null, token !== null, headers.some(({ name }) => name.toLowerCase() === 'authorization')].filter(
          Boolean,
        ).length <= 1,
      'A user name, a token and an Authorization header exclude each other',
    ),
  )

export type Credentials = z.infer<typeof credentialsSchema>
export type TypedCredentials = z.input<typeof credentialsSchema>

/** What may be shown of credentials. */
export const describedCredentialsSchema = z.object({
  origins: z.array(z.string()),
  headerNames: z.array(z.string()),
  cookieNames: z.array(z.string()),
  /** A user name and a password are among them. */
  hasUser: z.boolean(),
  hasToken: z.boolean(),
  /** The website is signed in to by its forms. */
  hasSignIn: z.boolean(),
})
export type DescribedCredentials = z.infer<typeof describedCredentialsSchema>

export function describeCredentials(credentials: Credentials): DescribedCredentials {
  const { origins, headers, cookies, user, token, signIn } = credentials
  return {
    origins,
    headerNames: headers.map(({ name }) => name),
    cookieNames: cookies.map(({ name }) => name),
    hasUser: user !== null,
    hasToken: token !== null,
    hasSignIn: signIn !== null,
  }
}

/** The pairs of a Cookie header as browsers show it, `a=1; b=2`. */
export function splitCookies(text: string): { name: string; value: string }[] {
  return text
    .split(';')
    .map(pair => pair.trim())
    .filter(pair => pair !== '')
    .map(pair => {
      const equals = pair.indexOf('=')
      return { name: pair.slice(0, Math.max(0, equals)).trim(), value: pair.slice(equals + 1).trim() }
    })
}
