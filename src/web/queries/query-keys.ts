/** Names of cached answers. The first word says what it is: persistence and invalidation go by it. */
export const queryKeys = {
  session: ['session'] as const,
  websites: ['websites'] as const,
  crawl: (websiteId: number | null, crawlId: number | null) => ['crawl', websiteId, crawlId] as const,
  pages: (websiteId: number | null, crawlId: number | null, filter: object) =>
    ['pages', websiteId, crawlId, filter] as const,
  issues: (websiteId: number | null, kind: 'list' | 'page', filter: object) =>
    ['issues', websiteId, kind, filter] as const,
  diagnostics: (websiteId: number, crawlId: number | null) => ['diagnostics', websiteId, crawlId] as const,
}
