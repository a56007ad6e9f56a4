/**
 * Crawlers of AI products, by the product token that robots.txt names them with and by what their makers say that they read pages for.
 * 'search': to find pages that AI answers name. 'visit': because a person requested it just now. 'training': to train models.
 */
export interface AiCrawler {
  token: string
  maker: string
  purpose: 'search' | 'visit' | 'training'
}

const crawler = (token: string, maker: string, purpose: AiCrawler['purpose']): AiCrawler => ({ token, maker, purpose })

/** As documented by their makers in 2026. Those that are used for several purposes at once are omitted. */
export const aiCrawlers: readonly AiCrawler[] = [
  crawler('OAI-SearchBot', 'OpenAI', 'search'),
  crawler('ChatGPT-User', 'OpenAI', 'visit'),
  crawler('Claude-SearchBot', 'Anthropic', 'search'),
  crawler('Claude-User', 'Anthropic', 'visit'),
  crawler('PerplexityBot', 'Perplexity', 'search'),
  crawler('Perplexity-User', 'Perplexity', 'visit'),
  crawler('DuckAssistBot', 'DuckDuckGo', 'search'),
  crawler('MistralAI-User', 'Mistral', 'visit'),
  crawler('GPTBot', 'OpenAI', 'training'),
  crawler('ClaudeBot', 'Anthropic', 'training'),
  crawler('Google-Extended', 'Google', 'training'),
  crawler('Applebot-Extended', 'Apple', 'training'),
  crawler('CCBot', 'Common Crawl', 'training'),
  crawler('Meta-ExternalAgent', 'Meta', 'training'),
  crawler('Bytespider', 'ByteDance', 'training'),
  crawler('cohere-training-data-crawler', 'Cohere', 'training'),
]
