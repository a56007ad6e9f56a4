import type { Access, Scope } from '#shared/api/contract.ts'
import { AppError } from '#shared/errors.ts'
import type { Store } from '#store/store.ts'
import type { Call, CallByAccess } from './call.ts'
import type { Visitor } from './identity.ts'
import { withOwnWebsite } from './own-crawl.ts'

type Guards = { [Level in Access]: (call: Call) => Promise<CallByAccess[Level]> }
export type Admit = <Level extends Access>(level: Level, call: Call) => Promise<CallByAccess[Level]>

/**
 * What a request with an API key may ask for, asked before the access. One without a key passes.
 *
 * @throws AppError 403.
 */
export function refuseKey(scope: Scope, { keyScopes }: Visitor): void {
  if (keyScopes === null || scope === 'read') return
  if (scope === 'none') throw new AppError('forbidden', 'API keys cannot do this.')
  if (keyScopes === 'read') throw new AppError('forbidden', 'This API key may only read.')
}

/**
 * Who may call, asked before any handler runs. Each gives the call what the handler may rely on.
 *
 * @throws AppError 404 for a website that is not the caller's, 401 for whoever is not signed in, 403 for whoever is no admin.
 */
export function admission(store: Store): Admit {
  const guards: Guards = {
    anyone: async call => call,
    website: call => withOwnWebsite(store, call),
    user: async call => {
      const { session } = call.visitor
      if (!session) throw new AppError('unauthorized', 'Please sign in first.')
      return { ...call, session }
    },
    admin: async call => {
      const { session } = call.visitor
      if (session?.account.role !== 'admin') throw new AppError('forbidden', 'Only an administrator may do this.')
      return { ...call, session }
    },
  }
  return (level, call) => guards[level](call)
}
