import type { Access, Scope } from '#shared/api/contract.ts'
import { type ErrorCode, errorStatus, INVALID_FIELD_HEADER } from '#shared/errors.ts'
import type { Content, ResponseObject } from './model.ts'

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
    // Every endpoint refuses a wrong key.
    'unauthorized',
    // A key without the scope, a page of another site, a caller who is no administrator.
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
  'bad-request': 'The request is invalid; the message says why.',
  unauthorized: 'Not signed in, or the password or API key is wrong.',
  forbidden: 'Not allowed for this user, for this API key, or from another site.',
  'not-found': 'It does not exist, or it belongs to another user.',
  'method-not-allowed': 'The URL does not support this method.',
  conflict: 'It conflicts with the current state.',
  'too-large': 'The body is too large.',
  'unsupported-media-type': 'The Content-Type of the body is not JSON.',
  misdirected: 'The Host header names another host than this server’s.',
  unprocessable: 'The page cannot be loaded, or is no HTML page.',
  'too-many': 'Too many requests, attempts or crawls; try again later.',
  'bad-gateway': 'An upstream service gave no usable response.',
  unavailable: 'The server cannot do it now; try again later.',
  'timed-out': 'It took too long.',
}

/** What the responses to errors hold, by code; 'fault' for an internal error. */
export function errorResponses(content: Content): Record<string, ResponseObject> {
  const retryAfter = { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } } }
  const challenge = {
    'WWW-Authenticate': { description: 'How to authenticate with an API key.', schema: { type: 'string' } },
  }
  const invalidField = {
    [INVALID_FIELD_HEADER]: { description: 'The member of the body that is wrong.', schema: { type: 'string' } },
  }
  const headers: Partial<Record<ErrorCode, NonNullable<ResponseObject['headers']>>> = {
    'bad-request': invalidField,
    unauthorized: challenge,
    'too-many': retryAfter,
    unavailable: retryAfter,
  }
  const responses = Object.entries(errorWords).map(([code, description]) => {
    const own = new Map<string, NonNullable<ResponseObject['headers']>>(Object.entries(headers)).get(code)
    return [code, { description, ...(own && { headers: own }), content }] as const
  })
  const fault = { description: 'Internal server error; the message holds the id under which it is logged.', content }
  return { ...Object.fromEntries(responses), fault }
}
