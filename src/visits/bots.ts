import { BlockList, isIPv4, isIPv6 } from 'node:net'
import { type BotRow, bots, otherBot, type RangeList } from '#shared/bots.ts'
import { publishedRanges } from './bot-ranges.data.ts'

/**
 * What a request's user agent claims to be, and whether its IP address bears that out. Addresses serve this alone and are never kept
 * beyond the caches here, which live as long as a reading.
 */
export type Verification = 'verified' | 'outside' | 'unverifiable'

export interface BotVerifier {
  /** null for what looks like a browser. */
  botOf(agent: string): BotRow | null
  verify(bot: BotRow, address: string): Verification
}

const MAX_CACHED = 100_000
/** What programs that do not name a known crawler have in common. Cubot makes phones. */
const PROGRAM =
  /(?<!cu)bot\b|crawl|spider|slurp|archiver|scan|monitor|preview|fetch|curl|wget|python|java\/|go-http|okhttp|libwww|axios|httpclient|headless|feed|^-?$/i

export function createBotVerifier(): BotVerifier {
  const byAgent = new Map<string, BotRow | null>()
  const byAddress = new Map<string, Verification>()
  const lists = new Map<RangeList, BlockList>()
  const known = bots.map(bot => ({ bot, token: bot.token.toLowerCase() }))
  const classify = (agent: string): BotRow | null => {
    const folded = agent.toLowerCase()
    for (const { bot, token } of known) if (folded.includes(token)) return bot
    return PROGRAM.test(agent) ? otherBot : null
  }
  const rangesOf = (list: RangeList): BlockList => {
    const found = lists.get(list) ?? blockList(publishedRanges[list].ranges)
    lists.set(list, found)
    return found
  }
  return {
    botOf(agent) {
      const cached = byAgent.get(agent)
      if (cached !== undefined) return cached
      const found = classify(agent)
      remember(byAgent, copied(agent), found)
      return found
    },
    verify({ ranges }, address) {
      if (ranges === undefined) return 'unverifiable'
      const key = `${ranges} ${address}`
      const cached = byAddress.get(key)
      if (cached !== undefined) return cached
      const result = verified(rangesOf(ranges), publishedRanges[ranges].isWhole, address)
      remember(byAddress, copied(key), result)
      return result
    },
  }
}

function blockList(ranges: readonly string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [base = '', bits = ''] = range.split('/')
    list.addSubnet(base, Number(bits), isIPv4(base) ? 'ipv4' : 'ipv6')
  }
  return list
}

const MAPPED = /^::ffff:(?=\d+\.)/i

function verified(list: BlockList, isWhole: boolean, sent: string): Verification {
  const address = sent.replace(MAPPED, '')
  const family = isIPv4(address) ? 'ipv4' : isIPv6(address) ? 'ipv6' : null
  // A host name, or an IP address that the log has made unreadable.
  if (family === null) return 'unverifiable'
  if (list.check(address, family)) return 'verified'
  return isWhole ? 'outside' : 'unverifiable'
}

function remember<Value>(cache: Map<string, Value>, key: string, value: Value): void {
  if (cache.size >= MAX_CACHED) cache.clear()
  cache.set(key, value)
}

/** A piece of a text keeps the whole text in memory: what is kept is copied. */
export function copied(text: string): string {
  return Buffer.from(text, 'utf8').toString('utf8')
}
