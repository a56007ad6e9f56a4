import { setImmediate } from 'node:timers/promises'
import { type ReportSection, reportSections } from '#shared/api/client-report.ts'
import { symbols } from './badges.ts'
import { changesSheet } from './changes-sheet.ts'
import { coverSheet } from './cover-sheet.ts'
import { coverageSheet } from './coverage-sheet.ts'
import { fixesSheet } from './fixes-sheet.ts'
import { type Html, html } from './html.ts'
import { methodSheet } from './method-sheet.ts'
import { type ClientReportFacts, type ClientReportOptions, clientReportFacts } from './report-facts.ts'
import { segmentsSheet } from './segments-sheet.ts'
import { type Sheet, sheetHtml } from './sheet.ts'
import { styleOf } from './style.ts'
import { subjectSheets } from './subject-sheets.ts'
import { summarySheet } from './summary-sheet.ts'

export const CLIENT_REPORT_MEDIA_TYPE = 'text/html; charset=utf-8'

/** Nothing is loaded, nothing runs and nothing is sent, wherever the file is opened. */
export const CLIENT_REPORT_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"

/**
 * The report of a crawl as one HTML file of at most ten pages, whatever the size of the site: complete without a network, readable on
 * screens of any width and on paper. The same crawl and choices give the same bytes.
 */
export async function* writeClientReport(options: ClientReportOptions): AsyncIterable<string> {
  const facts = await clientReportFacts(options)
  const sheets = sheetsOf(facts)
  const pages = sheets.length + 1
  yield html`${head(facts)}${coverSheet(facts, sheets)}`.text
  for (const [index, sheet] of sheets.entries()) {
    // An embedded database responds without leaving the event loop, and others wait for it, too.
    await setImmediate()
    yield sheetHtml(sheet, { facts, page: index + 2, pages }).text
  }
  yield '</main>\n</body>\n</html>\n'
}

/** With the cover. */
const MAX_PAGES = 10

/** The pages after the cover. */
const sections: Record<Exclude<ReportSection, 'subjects'>, (facts: ClientReportFacts) => Sheet[]> = {
  summary: facts => [summarySheet(facts)],
  changes: changesSheet,
  segments: segmentsSheet,
  coverage: facts => [coverageSheet(facts)],
  fixes: facts => [fixesSheet(facts)],
  method: facts => [methodSheet(facts)],
}

function sheetsOf(facts: ClientReportFacts): Sheet[] {
  const chosen = reportSections.filter(name => facts.choices.sections.includes(name))
  const others = new Map(chosen.map(name => [name, name === 'subjects' ? [] : sections[name](facts)]))
  const room = MAX_PAGES - 1 - others.values().reduce((sum, sheets) => sum + sheets.length, 0)
  return chosen.flatMap(name => (name === 'subjects' ? subjectSheets(facts, room) : (others.get(name) ?? [])))
}

function head({ host, choices }: ClientReportFacts): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${CLIENT_REPORT_POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<title>Website audit of ${host}</title>
${styleOf(choices.paper)}</head>
<body>
${symbols}<main>
`
}
