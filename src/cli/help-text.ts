import { settings } from '#settings/config.ts'
import { VERSION_LABEL } from '#shared/constants.ts'

const MAX_LINE_CHARACTERS = 100

/** What `sitesounder --help` prints. */
export const helpText = `Sitesounder ${VERSION_LABEL} – crawls a website and says what is wrong with it

  sitesounder serve [--demo] [settings]       the web interface, on http://127.0.0.1:3000 unless told otherwise
  sitesounder worker [settings]               works on the crawls of a shared PostgreSQL database
  sitesounder audit ADDRESS [options]         crawl and report here, without server or browser
  sitesounder pagespeed ADDRESS [options]     measure the speed of one page
  sitesounder crawls list                     crawls of a running server, with their ids
  sitesounder crawls pause|resume|stop ID     let one rest, go on, or end
  sitesounder issues list|muted ID            what was found on a website of the server, and what is muted there and why
  sitesounder issues check-again ID ISSUE     whether an issue is mended by now
  sitesounder users list                      who may sign in to the web interface
  sitesounder users add NAME [options]        let somebody sign in
  sitesounder users reset NAME [options]      a new password; signs the user out everywhere
  sitesounder users disable|enable NAME       whether the user may sign in
  sitesounder migrate --from sqlite --to postgres
                                              copy a data folder into the database of SITESOUNDER_DATABASE_URL

Options of serve
  --roles api          leave the crawls to workers, which need SITESOUNDER_DATABASE_URL, too (api,worker)
  --demo               also serve a small demo website, to try it without a network

Options of audit
  --limit N            pages to crawl at most (100)
  --urls FILE          visit exactly the addresses of this file, one a line, # for comments; - is standard input
  --format FORMAT      table, json, csv, junit, sarif or github (table)
  --page-speed N       also measure the speed of N pages, one of each kind first: 25 at most (0, none)
  --render             run the scripts of pages in a Chromium and judge what they make of them (slower)
  --part LIST          of csv and json: report, issues, pages, links, images or muted (issues as csv, the whole report as json)
  --bom                begin csv with a byte order mark, for spreadsheet programs
  --output FILE        write the report there instead of to the terminal
  --fail-on SEVERITY   error, warning or never: which findings make the exit code 1 (error)
  --min-score N        the health score (0 to 100) below which the exit code is 1, too
  --baseline FILE      an earlier report (--format json): only findings that are new since then count for --fail-on
  --settings FILE      checks, mutes and thresholds of the website as JSON, as GET /api/websites/ID/settings answers them
  --report FILE        write the report to hand over, too: .html, or .pdf where a Chromium is found
  --sitemap FILE       write an XML sitemap of the pages that search engines may show, too
  --data FOLDER        keep the crawl in this folder (a temporary one that is deleted)
  --no-color           plain text

Options of pagespeed
  --device DEVICE      mobile or desktop (mobile)
  --runs N             measure so often and tell the median run (1)
  --format FORMAT      text or json (text)
  --output FILE        write the result there instead of to the terminal

Options of crawls and issues
  --server URL         the server, such as http://127.0.0.1:3000 (or SITESOUNDER_SERVER)
  --api-key KEY        of its user; better SITESOUNDER_API_KEY, which other users of this machine do not see

Options of users
  --role ROLE          of add: admin or user (user)
  --password-stdin     of add and reset: the password is the first line of standard input (one is generated and shown)
  --data FOLDER        data folder of the server, which may be running (data)

Exit codes of audit: 0 nothing at or above --fail-on, 1 found something or below --min-score, 2 could not crawl. Ctrl-C stops
the crawl and reports what was seen so far; a second Ctrl-C ends at once.
Exit codes of pagespeed: 0 measured, 2 could not be measured, 130 stopped by Ctrl-C.
Exit codes of crawls, issues, users and migrate: 0 done, 1 refused, 2 called wrongly; of issues check-again 1 also where the
issue is not mended.

Settings, for serve, audit and pagespeed (or as environment variables SITESOUNDER_…; see the README):
${wrapped(Object.values(settings).map(setting => `--${setting.name}`))}

Examples
  sitesounder audit http://127.0.0.1:8080/ --limit 500 --format json --output report.json
  sitesounder audit example.com --fail-on warning --report report.pdf --sitemap sitemap.xml
  sitesounder users add maria --role admin
`

function wrapped(words: readonly string[]): string {
  const lines: string[] = []
  for (const word of words) {
    const last = lines.at(-1)
    if (last === undefined || last.length + word.length > MAX_LINE_CHARACTERS) lines.push(`  ${word}`)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines.join('\n')
}
