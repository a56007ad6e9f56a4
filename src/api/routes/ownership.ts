import { ownershipToken } from '#crawl/ownership.ts'
import { endpoints } from '#shared/api/endpoints.ts'
import type { CrawlOptions } from '#shared/crawl-options.ts'
import { AppError } from '#shared/errors.ts'
import { isoTime } from '#shared/iso-time.ts'
import { type OwnershipProof, PRODUCT_IN_USER_AGENT, provesSubdomains, publishedTokens } from '#shared/ownership.ts'
import { parseStartUrl } from '#shared/start-url.ts'
import { hostWithoutWww } from '#shared/url.ts'
import type { Call, Routes } from '../call.ts'
import { requesterOf, websiteTurns } from '../owner-turns.ts'
import type { RouteDeps } from './route-deps.ts'

const KEY_BYTES = 32

type Deps = Pick<RouteDeps, 'store' | 'control' | 'settings' | 'randomBytes' | 'findOwnershipProofs'>

/** Proof that a website is the visitor's, and what only such a website allows. */
export interface Ownership {
  routes: Pick<Routes<typeof endpoints>, 'ownership'>
  /**
   * The proof that these options need, null where they need none.
   *
   * @throws AppError forbidden, with the line to publish, where there is none.
   */
  proofFor(call: Call, crawl: { url: string; options: CrawlOptions }): Promise<OwnershipProof | null>
}

export function createOwnership(deps: Deps): Ownership {
  const { store, control, settings, randomBytes } = deps
  const requesting = websiteTurns()
  const tokenOf = async (call: Call, url: string) => {
    const fresh = Buffer.from(randomBytes(KEY_BYTES)).toString('hex')
    return ownershipToken(await store.visitors.ownershipKey(await call.visitor.admit(), fresh), url)
  }
  const proofsOf = async (call: Call, { url, token }: { url: string; token: string }) => {
    const target = await control.checkTarget(url)
    if (!target.ok) throw new AppError('bad-request', target.message)
    return await requesting(requesterOf(call), () => deps.findOwnershipProofs({ url, token, signal: call.signal }))
  }
  return {
    routes: {
      ownership: async call => {
        const { url: typed, isChecked } = await call.readBody(endpoints.ownership.body)
        const parsed = parseStartUrl(typed)
        if (!parsed.ok) throw new AppError('bad-request', parsed.message)
        const token = await tokenOf(call, parsed.url)
        const proofs = isChecked ? await proofsOf(call, { url: parsed.url, token }) : []
        return {
          host: hostWithoutWww(new URL(parsed.url)),
          token,
          published: publishedTokens(token),
          proofs: proofs.map(({ atMs, ...proof }) => ({ ...proof, foundAt: isoTime(atMs) })),
        }
      },
    },

    async proofFor(call, { url, options }) {
      const { userAgent, subdomains } = options
      if (userAgent !== '' && !settings.allowsAnyUserAgent && !namesProduct(userAgent))
        throw new AppError('bad-request', `The user agent must name “${PRODUCT_IN_USER_AGENT}”`, { field: 'userAgent' })
      const isOwnRule = userAgent !== '' || (settings.crawlDefaults.obeysRobots && !options.obeysRobots)
      if (!isOwnRule || settings.crawlerChoice === 'always') return null
      if (settings.crawlerChoice === 'never')
        throw new AppError(
          'forbidden',
          'The operator of this server lets no crawl ignore robots.txt or have a user agent of its own',
        )
      const token = await tokenOf(call, url)
      const proofs = await proofsOf(call, { url, token })
      const proof = proofs.find(each => provesSubdomains(each, subdomains))
      if (proof) return proof
      throw new AppError('forbidden', proofs.length > 0 ? ONLY_DNS : missingProof(url, token))
    },
  }
}

function namesProduct(userAgent: string): boolean {
  return userAgent.toLowerCase().includes(PRODUCT_IN_USER_AGENT.toLowerCase())
}

const ONLY_DNS =
  'To ignore robots.txt, or for a user agent of your own, on subdomains too, the proof that they are yours must be a DNS TXT record of the domain'

function missingProof(url: string, token: string): string {
  const { host } = new URL(url)
  return `To ignore robots.txt, or for a user agent of your own, prove that ${host} is yours: add the line “${publishedTokens(token)['robots-txt']}” to its robots.txt`
}
