import type { Access, Scope } from '#shared/api/contract.ts'
import { type ErrorCode, errorStatus } from '#shared/errors.ts'
import type { Answer, Content } from './model.ts'

interface FailingRow {
  access: Access
  scope: Scope
  method: string
  path: string
  hasBody: boolean
  hasQuery: boolean
  /** Beyond what follows from the others. */
  alsoFails: readonly ErrorCode[]
}

/** What can go wrong with a row, by what it is. */
export function failuresOf({ access, scope, method, path, hasBody, hasQuery, alsoFails }: FailingRow): ErrorCode[] {
  const hasInput = path.includes(':id') || hasBody || hasQuery
  const codes: ErrorCode[] = [
    ...(hasInput ? ['bad-request' as const] : []),
    // Whoever sends a wrong key learns it everywhere.
    'unauthorized',
    // A key that may not, another site's page, whoever is no admin.
    ...(method !== 'GET' || scope !== 'read' || access === 'admin' ? ['forbidden' as const] : []),
    ...(path.includes(':id') ? ['not-found' as const] : []),
    ...(method === 'GET' ? [] : ['too-large' as const]),
    ...(hasBody ? ['unsupported-media-type' as const] : []),
    'misdirected',
    'too-many',
    ...alsoFails,
  ]
  return [...new Set(codes)].sort((a, b) => errorStatus[a] - errorStatus[b])
}

const errorWords: Record<ErrorCode, string> = {
  'bad-request': 'Something sent is wrong; the text names it.',
  unauthorized: 'Nobody is signed in, or the password or API key is wrong.',
  forbidden: 'Not for you, not for this API key, or not from another site.',
  'not-found': 'There is no such thing, or it is somebody else’s.',
  'method-not-allowed': 'Another method is meant.',
  conflict: 'It does not go together with what there is already.',
  'too-large': 'The body is too large.',
  'unsupported-media-type': 'The body is not announced as JSON.',
  misdirected: 'The request names another host than this server’s.',
  unprocessable: 'The page cannot be loaded, or is none.',
  'too-many': 'Too many requests, attempts or crawls; ask again later.',
  'bad-gateway': 'A service that this server asks gave no usable answer.',
  unavailable: 'The server cannot do it now; ask again later.',
  'timed-out': 'It took too long.',
}

/** What the answers to errors hold, by code; 'fault' for what is nobody's but the server's. */
export function errorResponses(content: Content): Record<string, Answer> {
  const retryAfter = { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } } }
  const challenge = { 'WWW-Authenticate': { description: 'How to ask with a key.', schema: { type: 'string' } } }
  const headers: Partial<Record<ErrorCode, NonNullable<Answer['headers']>>> = {
    unauthorized: challenge,
    'too-many': retryAfter,
    unavailable: retryAfter,
  }
  const answers = Object.entries(errorWords).map(([code, description]) => {
    const own = new Map<string, NonNullable<Answer['headers']>>(Object.entries(headers)).get(code)
    return [code, { description, ...(own && { headers: own }), content }] as const
  })
  const fault = { description: 'A fault of the server; the text holds an id under which it is logged.', content }
  return { ...Object.fromEntries(answers), fault }
}
