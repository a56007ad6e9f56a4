import type { Access, Scope } from '#shared/api/contract.ts'
import type { Operation } from './model.ts'

const secureName = 'Its name begins with `__Host-` where the server is reached by https.'
/** How programs and browsers say who asks. */
export const securitySchemes = {
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    description:
      'A key of a signed-in user, in the header `Authorization: Bearer snd_…`. Cookies that are sent with it do not count. A key with ' +
      '`read` does what only reads, one with `read+crawl` also starts, stops and clears crawls.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'sitesounder_session',
    description: `The cookie of a signed-in user, set by signing in. ${secureName}`,
  },
  visitor: {
    type: 'apiKey',
    in: 'cookie',
    name: 'sitesounder_visitor',
    description: `The cookie of whoever is not signed in, set on the first visit. ${secureName}`,
  },
} as const

/** Any one of these will do; an empty one stands for nothing at all. */
export function securityOf({ access, scope }: { access: Access; scope: Scope }): Operation['security'] {
  const key = scope === 'none' ? [] : [{ apiKey: [scope === 'crawl' ? 'read+crawl' : 'read'] }]
  if (access === 'user' || access === 'admin') return [{ session: [] }, ...key]
  const cookies = [...key, { session: [] }, { visitor: [] }]
  return access === 'anyone' ? [{}, ...cookies] : cookies
}
