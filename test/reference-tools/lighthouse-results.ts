import lighthouse from 'lighthouse'
import type { Page } from 'puppeteer-core'
import { z } from 'zod'
import { type Results, topics } from './topics.ts'

const audits = z.record(
  z.string(),
  z.object({
    score: z.number().nullable(),
    details: z.object({ items: z.array(z.unknown()).optional() }).optional(),
  }),
)
const onlyAudits = [...new Set(topics.flatMap(topic => topic.lighthouse))]

/** What the SEO audits of Lighthouse, and those of its accessibility audits that mean the same, say of a page. */
export async function lighthouseResults(page: Page, url: string): Promise<Results> {
  const flags = {
    onlyAudits,
    formFactor: 'desktop' as const,
    screenEmulation: { disabled: true },
    throttlingMethod: 'provided' as const,
    maxWaitForLoad: 10_000,
    logLevel: 'silent' as const,
  }
  const result = await lighthouse(url, flags, undefined, page)
  const found = Object.entries(audits.parse(result?.lhr.audits ?? {})).filter(([, audit]) => audit.score === 0)
  return new Map(
    found.map(([id, audit]) => [id, (audit.details?.items ?? []).map(item => JSON.stringify(item).slice(0, 300))]),
  )
}
