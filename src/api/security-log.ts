import * as z from 'zod/mini'
import { type EndpointName, endpoints } from '#shared/api/endpoints.ts'
import { AppError, type ErrorCode } from '#shared/errors.ts'
import type { Call } from './call.ts'

/** Attempts to sign in, and changes of who may (OWASP ASVS 5.0, V16.3). No name, password, token or key is ever in it. */
export interface SecurityEvent {
  action: string
  outcome: 'done' | ErrorCode | 'failed'
  /** Of the caller; after signing in, of the account. */
  accountId: number | null
  network: string
  /** The user or key that the path names, as sent. */
  subject?: string
}

export type SecurityLog = (event: SecurityEvent) => void

const actions: Partial<Record<EndpointName, string>> = {
  login: 'sign-in',
  logout: 'sign-out',
  changePassword: 'change of the own password',
  addApiKey: 'new API key',
  revokeApiKey: 'revoking of an API key',
  addShareLink: 'new share link',
  revokeShareLink: 'revoking of a share link',
  unlockLink: 'password of a share link',
  setMember: 'change of a role on a website',
  leaveWebsite: 'end of the own role on a website',
  addUser: 'new user',
  resetPassword: 'reset of a password',
  disableUser: 'disabling of a user',
  enableUser: 'enabling of a user',
  stopAnyCrawl: 'stop of a crawl by an administrator',
  clearAnyWebsite: 'clearing of a website by an administrator',
}

interface AdmittedCall {
  name: EndpointName
  network: string
  log: SecurityLog
  /** Who calls and whether they may: refusals are logged, too. */
  admitted: Promise<Call>
}

/** Runs the action and logs it, whether it succeeded or was refused. */
export async function logSecurityEvent<Value>(attempt: AdmittedCall, act: () => Promise<Value>): Promise<Value> {
  const { name, network, log, admitted } = attempt
  const action = actions[name]
  if (action === undefined) return act()
  let call: Call | null = null
  const logEvent = (outcome: SecurityEvent['outcome'], value?: Value) => {
    const subject = call?.pathId ? { subject: call.pathId } : {}
    const accountId = call?.visitor.account?.id ?? signedInId(value)
    log({ action, outcome, accountId, network, ...subject })
  }
  try {
    call = await admitted
    const value = await act()
    logEvent('done', value)
    return value
  } catch (error) {
    logEvent(error instanceof AppError ? error.code : 'failed')
    throw error
  }
}

function signedInId(value: unknown): number | null {
  return z.safeParse(endpoints.login.response, value).data?.user.id ?? null
}
