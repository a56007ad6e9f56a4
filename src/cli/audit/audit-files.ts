import { createWriteStream } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { SandboxRule } from '#browser/sandbox.ts'
import { reportSegments } from '#report/client-report/report-segments.ts'
import { writeClientReport } from '#report/client-report/write-client-report.ts'
import { comparisonWithEarlier } from '#report/comparison/chosen-crawls.ts'
import { exportStream } from '#report/export/export-stream.ts'
import { planSitemap, type sitemapLimits } from '#report/sitemap/sitemap-plan.ts'
import { writeSitemap } from '#report/sitemap/write-sitemap.ts'
import { printPdf } from '#runtime/print-pdf.ts'
import { defaultReportChoices } from '#shared/api/client-report.ts'
import type { CrawlRow, ReadingStore, Store } from '#store/store.ts'
import { UsageError } from '../command.ts'
import { type AuditRequest, isPdf } from './audit-options.ts'

interface AuditFiles {
  store: Pick<Store, 'reading' | 'settings' | 'visits'>
  crawl: CrawlRow
  request: Pick<AuditRequest, 'report' | 'reportBrand' | 'sitemap'>
  sandbox: SandboxRule
}

/** Writes text to a file. @throws UsageError when that cannot be. */
export async function writeTextFile(file: string, text: AsyncIterable<string>): Promise<void> {
  await pipeline(Readable.from(text), createWriteStream(file)).catch((error: NodeJS.ErrnoException) => {
    if (error.syscall === undefined) throw error
    throw new UsageError(`The file ${file} cannot be written (${error.code}).`)
  })
}

/**
 * Writes what was requested besides the findings: the client report, as PDF when the file is named so, and the sitemap.
 * @throws AppError for a sitemap without a page, or a PDF without a browser.
 */
export async function writeAuditFiles(files: AuditFiles): Promise<void> {
  const { store, crawl } = files
  const { report, sitemap } = files.request
  if (report !== undefined) await writeReport(report, files)
  if (sitemap !== undefined) await writeSitemapFiles({ reading: store.reading, crawlId: crawl.id, file: sitemap })
}

/** The report, and beside it the full URL lists that it names. */
async function writeReport(file: string, { store, crawl, request, sandbox }: AuditFiles): Promise<void> {
  const { reading } = store
  const { dir, name } = path.parse(file)
  const listFile = `${name}-urls.csv`
  const choices = { ...defaultReportChoices, ...request.reportBrand }
  // A data folder that is kept may have an earlier crawl.
  const comparison = await comparisonWithEarlier(store, crawl)
  const segments = await reportSegments(store, { reading, crawl, choices, comparison })
  const html = writeClientReport({ reading, crawl, choices, segments, listFile, comparison })
  if (isPdf(file)) await printPdf({ html, output: file, paper: choices.paper, sandbox })
  else await writeTextFile(file, html)
  const list = exportStream({ reading, crawl, part: 'affected-pages', format: 'csv', hasBom: true, isStable: false })
  await writeTextFile(path.join(dir, listFile), list.text)
}

/** A site of several parts: the index in the file, its parts beside it, to be served side by side at the root of the site. */
export async function writeSitemapFiles(
  { reading, crawlId, file }: { reading: ReadingStore; crawlId: number; file: string },
  limits?: typeof sitemapLimits,
): Promise<void> {
  const plan = await planSitemap(reading, crawlId, limits)
  if (plan.note !== '') console.error(`The sitemap: ${plan.note}`)
  const { dir, name, ext } = path.parse(file)
  const partName = (part: number) => `${name}-${part}${ext}`
  const write = (to: string, part: number | null) => {
    const partUrl = (number: number) => new URL(encodeURIComponent(partName(number)), plan.origin).href
    return writeTextFile(to, writeSitemap({ reading, crawlId, plan, part, partUrl }))
  }
  await write(file, null)
  if (plan.parts.length === 1) return
  for (const index of plan.parts.keys()) await write(path.join(dir, partName(index + 1)), index + 1)
}
