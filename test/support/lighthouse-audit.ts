import lighthouse, { type Flags } from 'lighthouse'
import puppeteer, { type Browser, type CookieData } from 'puppeteer-core'
import { findBrowser } from '#browser/find-browser.ts'
import { testBrowserEnvironment, testBrowserFlags } from './browser-environment.ts'

/** Lighthouse, with its own settings for phones, on pages that only the owner of a cookie sees. */

export const auditCategories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
export type AuditCategory = (typeof auditCategories)[number]

export interface Audit {
  /** 0 to 100. */
  scores: Record<AuditCategory, number>
  /** Audits that are part of a score and cost it something, as `category: id: title (what it shows)`. */
  failures: string[]
  fcpMs: number
  lcpMs: number
  tbtMs: number
  cls: number
  /** How fast Lighthouse found this machine to be. */
  benchmarkIndex: number
}

/** A Chromium for Lighthouse; the cookies are those of the pages' owner. */
export async function launchForLighthouse(cookies: CookieData[]): Promise<Browser> {
  const found = await findBrowser()
  const browser = await puppeteer.launch({
    executablePath: found.path,
    args: testBrowserFlags,
    env: testBrowserEnvironment(found),
    defaultViewport: null,
  })
  await browser.setCookie(...cookies)
  return browser
}

interface AuditedPage {
  url: string
  only?: readonly AuditCategory[]
  /** How many times slower a phone is than this machine; four times, as Lighthouse assumes, when absent. */
  cpuSlowdownMultiplier?: number
}

/** @throws Error when Lighthouse could not measure the page, or measured another one. */
export async function auditPage(
  browser: Browser,
  { url, only = auditCategories, cpuSlowdownMultiplier }: AuditedPage,
): Promise<Audit> {
  const page = await browser.newPage()
  const flags: Flags = {
    onlyCategories: [...only],
    logLevel: 'silent',
    disableFullPageScreenshot: true,
    ...(cpuSlowdownMultiplier !== undefined && { throttling: { cpuSlowdownMultiplier } }),
  }
  try {
    const result = await lighthouse(url, flags, undefined, page)
    if (!result || result.lhr.runtimeError) throw new Error(result?.lhr.runtimeError?.message ?? 'there is no result')
    const { categories, audits, finalDisplayedUrl, environment } = result.lhr
    if (finalDisplayedUrl !== url) throw new Error(`${url} led to ${finalDisplayedUrl}`)
    const score = (category: AuditCategory) => Math.round((categories[category]?.score ?? 0) * 100)
    const value = (id: string) => audits[id]?.numericValue ?? Number.NaN
    return {
      scores: {
        performance: score('performance'),
        accessibility: score('accessibility'),
        'best-practices': score('best-practices'),
        seo: score('seo'),
      },
      failures: only.flatMap(category =>
        (categories[category]?.auditRefs ?? []).flatMap(({ id, weight }) => {
          const audit = audits[id]
          if (!audit || weight === 0 || audit.score === null || audit.score === 1) return []
          return [`${category}: ${id}: ${audit.title} (${audit.displayValue ?? JSON.stringify(audit.details)})`]
        }),
      ),
      fcpMs: value('first-contentful-paint'),
      lcpMs: value('largest-contentful-paint'),
      tbtMs: value('total-blocking-time'),
      cls: value('cumulative-layout-shift'),
      benchmarkIndex: environment.benchmarkIndex,
    }
  } finally {
    await page.close()
  }
}
