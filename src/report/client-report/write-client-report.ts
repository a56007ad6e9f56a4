import { setImmediate } from 'node:timers/promises'
import { FOOTER_TEXT } from '#shared/constants.ts'
import { appendix } from './appendix.ts'
import { symbols } from './badges.ts'
import { contents, cover } from './cover.ts'
import { findings } from './findings.ts'
import { type Html, html } from './html.ts'
import { brokenLinks, redirects } from './lists.ts'
import { muted } from './muted.ts'
import { pageSpeed } from './page-speed.ts'
import { pageTable } from './page-table.ts'
import { type ClientReportFacts, type ClientReportOptions, clientReportFacts } from './report-facts.ts'
import { style } from './style.ts'
import { summary } from './summary.ts'

export const HAND_OVER_MEDIA_TYPE = 'text/html; charset=utf-8'

/** Nothing is loaded, nothing runs and nothing is sent, wherever the file is opened. */
export const HAND_OVER_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"

/**
 * The report of a crawl as one HTML file: complete without a network, readable on screens of any width and on paper. A
 * few rows are held at a time. The same crawl gives the same bytes.
 */
export async function* writeClientReport(options: ClientReportOptions): AsyncIterable<string> {
  for await (const { text } of parts(await clientReportFacts(options))) {
    yield text
    // An embedded database responds without leaving the event loop, and others wait for it, too.
    await setImmediate()
  }
}

async function* parts(facts: ClientReportFacts): AsyncGenerator<Html> {
  yield head(facts)
  yield cover(facts)
  yield contents(facts)
  yield html`<main>\n`
  yield summary(facts)
  yield* findings(facts)
  yield* muted(facts)
  const speed = pageSpeed(facts)
  if (speed) yield speed
  yield* brokenLinks(facts)
  yield* redirects(facts)
  yield* pageTable(facts)
  yield appendix(facts)
  yield html`</main>\n<footer>${FOOTER_TEXT}</footer>\n</body>\n</html>\n`
}

function head({ crawl }: ClientReportFacts): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${HAND_OVER_POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<title>Website audit of ${crawl.seedUrl}</title>
${style}</head>
<body>
<a class="skip" href="#findings">Skip to the findings</a>
${symbols}`
}
