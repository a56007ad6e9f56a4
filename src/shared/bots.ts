/** Crawlers that logs name, in the order in which a user agent is compared: longer tokens before those that they contain. */

export const botKinds = ['search', 'ai-search', 'ai-visit', 'ai-training', 'other'] as const
export type BotKind = (typeof botKinds)[number]

export const botKindLabels: Readonly<Record<BotKind, string>> = {
  search: 'Search engines',
  'ai-search': 'AI search',
  'ai-visit': 'AI, for a person',
  'ai-training': 'AI training',
  other: 'Other bots',
}

/** Lists of IP ranges that are shipped (`src/visits/bot-ranges.data.ts`). */
export type RangeList =
  | 'google'
  | 'bing'
  | 'gptbot'
  | 'oai-searchbot'
  | 'claude'
  | 'perplexitybot'
  | 'perplexity-user'
  | 'apple'
  | 'ccbot'

export interface BotRow {
  id: string
  name: string
  maker: string
  kind: BotKind
  /** Part of its user agent, whatever the case. */
  token: string
  /** Which published IP ranges its requests come from; none are shipped without. */
  ranges?: RangeList
}

const bot = (name: string, maker: string, kind: BotKind, ranges?: RangeList): BotRow => ({
  id: name.toLowerCase(),
  name,
  maker,
  kind,
  token: name,
  ...(ranges !== undefined && { ranges }),
})

export const bots: readonly BotRow[] = [
  bot('Googlebot', 'Google', 'search', 'google'),
  bot('GoogleOther', 'Google', 'other', 'google'),
  bot('Storebot-Google', 'Google', 'search', 'google'),
  bot('bingbot', 'Microsoft', 'search', 'bing'),
  bot('OAI-SearchBot', 'OpenAI', 'ai-search', 'oai-searchbot'),
  bot('ChatGPT-User', 'OpenAI', 'ai-visit'),
  bot('GPTBot', 'OpenAI', 'ai-training', 'gptbot'),
  bot('Claude-SearchBot', 'Anthropic', 'ai-search', 'claude'),
  bot('Claude-User', 'Anthropic', 'ai-visit', 'claude'),
  bot('ClaudeBot', 'Anthropic', 'ai-training', 'claude'),
  bot('PerplexityBot', 'Perplexity', 'ai-search', 'perplexitybot'),
  bot('Perplexity-User', 'Perplexity', 'ai-visit', 'perplexity-user'),
  bot('DuckAssistBot', 'DuckDuckGo', 'ai-search'),
  bot('MistralAI-User', 'Mistral', 'ai-visit'),
  bot('Meta-ExternalAgent', 'Meta', 'ai-training'),
  bot('Bytespider', 'ByteDance', 'ai-training'),
  bot('cohere-training-data-crawler', 'Cohere', 'ai-training'),
  bot('CCBot', 'Common Crawl', 'ai-training', 'ccbot'),
  bot('Amazonbot', 'Amazon', 'ai-search'),
  bot('Applebot', 'Apple', 'search', 'apple'),
  bot('YandexBot', 'Yandex', 'search'),
  bot('Baiduspider', 'Baidu', 'search'),
  bot('DuckDuckBot', 'DuckDuckGo', 'search'),
  bot('SeznamBot', 'Seznam', 'search'),
  bot('Qwantbot', 'Qwant', 'search'),
  bot('PetalBot', 'Huawei', 'search'),
  bot('AhrefsBot', 'Ahrefs', 'other'),
  bot('SemrushBot', 'Semrush', 'other'),
  bot('MJ12bot', 'Majestic', 'other'),
  bot('DotBot', 'Moz', 'other'),
  bot('facebookexternalhit', 'Meta', 'other'),
]

/** Programs that name none of these. */
export const otherBot: BotRow = { id: 'other', name: 'Other bots', maker: '', kind: 'other', token: '' }

export function botById(id: string): BotRow {
  return bots.find(each => each.id === id) ?? otherBot
}
