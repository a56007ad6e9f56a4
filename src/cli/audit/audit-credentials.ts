import { readFile, stat } from 'node:fs/promises'
import * as z from 'zod/mini'
import { type Credentials, credentialsSchema, splitCookies } from '#shared/credentials.ts'
import { genericMessage } from '#shared/errors.ts'
import { UsageError } from '../command.ts'
import { readInput, STANDARD_STREAM } from '../input-file.ts'

/** Far more than credentials take. */
const MAX_BYTES = 256 * 1024
const MAX_DEPTH = 8

interface CredentialSource {
  /** File with the credentials as JSON. */
  authFile: string | undefined
  /** Environment variable with the same. */
  authVariable: string | undefined
  /** The website, whose origin gets them where none is named. */
  url: string
  environment: Readonly<Record<string, string | undefined>>
}

/**
 * Credentials of `audit --auth-file` or `--auth-env`, null for neither. Secrets come from a file or the environment, never from a flag:
 * lists of processes show those. Errors name the field and never its value.
 *
 * @throws UsageError
 */
export async function readCredentials(source: CredentialSource): Promise<Credentials | null> {
  const { authFile, authVariable, url, environment } = source
  if (authFile !== undefined && authVariable !== undefined)
    throw new UsageError('--auth-file and --auth-env exclude each other.')
  if (authFile !== undefined) {
    const of = `The file ${authFile} of --auth-file`
    return parseCredentials(await textOf(authFile, of), { url, environment, of })
  }
  if (authVariable === undefined) return null
  const text = environment[authVariable]
  if (text === undefined) throw new UsageError(`The environment variable ${authVariable} of --auth-env is not set.`)
  return parseCredentials(text, { url, environment, of: `The environment variable ${authVariable}` })
}

async function textOf(file: string, of: string): Promise<string> {
  const unreadable = (error: NodeJS.ErrnoException) => {
    throw new UsageError(`${of} cannot be read (${error.code}).`)
  }
  if (file === STANDARD_STREAM) return await readInput(file, of)
  const { size } = await stat(file).catch(unreadable)
  if (size > MAX_BYTES) throw new UsageError(`${of} is too large.`)
  return await readFile(file, 'utf8').catch(unreadable)
}

function parseCredentials(
  text: string,
  { url, environment, of }: Pick<CredentialSource, 'url' | 'environment'> & { of: string },
): Credentials {
  const value = withVariables(parseJson(text, of), { environment, of, depth: 0 })
  const given = isRecord(value) ? value : {}
  const parsed = z.safeParse(
    credentialsSchema,
    {
      origins: [new URL(url).origin, ...loginOrigin(given.signIn, url)],
      ...given,
      ...(isRecord(given.headers) && {
        headers: Object.entries(given.headers).map(([name, header]) => ({ name, value: header })),
      }),
      ...(typeof given.cookies === 'string' && { cookies: splitCookies(given.cookies) }),
    },
    { error: genericMessage },
  )
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined
  const why = unknown === undefined ? [issue?.path.join('.'), issue?.message].filter(Boolean).join(': ') : ''
  throw new UsageError(`${of}: ${unknown === undefined ? why : `there is no field "${unknown}"`}.`)
}

/** Login pages may have a host of their own. */
function loginOrigin(signIn: unknown, url: string): string[] {
  const login = isRecord(signIn) && typeof signIn.url === 'string' ? URL.parse(signIn.url) : null
  return login === null || login.origin === new URL(url).origin ? [] : [login.origin]
}

function parseJson(text: string, of: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    throw new UsageError(`${of} holds no JSON.`)
  }
}

/** Each `{"env": "NAME"}` is the value of that environment variable. */
function withVariables(
  value: unknown,
  at: { environment: CredentialSource['environment']; of: string; depth: number },
): unknown {
  const { environment, of, depth } = at
  if (depth > MAX_DEPTH) throw new UsageError(`${of}: it is nested too deep.`)
  const next = (each: unknown) => withVariables(each, { ...at, depth: depth + 1 })
  if (Array.isArray(value)) return value.map(next)
  if (!isRecord(value)) return value
  const names = Object.keys(value)
  if (names.length !== 1 || typeof value.env !== 'string')
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, next(each)]))
  const found = environment[value.env]
  if (found === undefined) throw new UsageError(`${of}: the environment variable ${value.env} is not set.`)
  return found
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
