import { settings } from '#settings/config.ts'
import { VERSION_LABEL } from '#shared/constants.ts'

const MAX_LINE_CHARACTERS = 100

/** What one command's help says of it. */
interface CommandHelp {
  /** Each form with what it does. */
  usage: string
  /** Of its own, besides the settings. */
  options?: Options
  exitCodes?: string
  takesSettings?: boolean
  examples?: string
}

interface Options {
  /** The commands that have them. */
  of: string
  lines: string
}

const serverOptions: Options = {
  of: 'crawls and issues',
  lines: `\
  --server URL         the server, such as http://127.0.0.1:3000 (or SITESOUNDER_SERVER)
  --api-key KEY        of its user; better SITESOUNDER_API_KEY, which other users of this machine do not see`,
}

const AUDIT_EXIT_CODES = `\
Exit codes of audit: 0 nothing at or above --fail-on, 1 found something or below --min-score, 2 could not crawl. Ctrl-C stops
the crawl and reports what was seen so far; a second Ctrl-C ends at once.`
const PAGE_SPEED_EXIT_CODES = 'Exit codes of pagespeed: 0 measured, 2 could not be measured, 130 stopped by Ctrl-C.'
const SERVER_EXIT_CODES = `\
Exit codes of crawls, issues, users and migrate: 0 done, 1 refused, 2 called wrongly; of issues check-again 1 also where the
issue is not fixed.`

const commandHelp = new Map<string, CommandHelp>(
  Object.entries({
    serve: {
      usage: `\
  sitesounder serve [--demo] [settings]       the web interface, on http://127.0.0.1:3000 unless told otherwise`,
      options: {
        of: 'serve',
        lines: `\
  --roles api          leave the crawls to workers, which need SITESOUNDER_DATABASE_URL, too (api,worker)
  --demo               also serve a small demo website, to try it without a network`,
      },
      takesSettings: true,
    },
    worker: {
      usage: `\
  sitesounder worker [settings]               works on the crawls of a shared PostgreSQL database`,
      takesSettings: true,
    },
    audit: {
      usage: `\
  sitesounder audit ADDRESS [options]         crawl and report here, without server or browser
  sitesounder ADDRESS [options]               the same`,
      options: {
        of: 'audit',
        lines: `\
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
  --no-color           plain text`,
      },
      exitCodes: AUDIT_EXIT_CODES,
      takesSettings: true,
      examples: `\
  sitesounder example.com
  sitesounder audit http://127.0.0.1:8080/ --limit 500 --format json --output report.json
  sitesounder audit example.com --fail-on warning --report report.pdf --sitemap sitemap.xml`,
    },
    pagespeed: {
      usage: `\
  sitesounder pagespeed ADDRESS [options]     measure the speed of one page`,
      options: {
        of: 'pagespeed',
        lines: `\
  --device DEVICE      mobile or desktop (mobile)
  --runs N             measure so often and tell the median run (1)
  --format FORMAT      text or json (text)
  --output FILE        write the result there instead of to the terminal`,
      },
      exitCodes: PAGE_SPEED_EXIT_CODES,
      takesSettings: true,
    },
    crawls: {
      usage: `\
  sitesounder crawls list                     crawls of a running server, with their ids
  sitesounder crawls pause|resume|stop ID     let one rest, go on, or end`,
      options: serverOptions,
      exitCodes: SERVER_EXIT_CODES,
    },
    issues: {
      usage: `\
  sitesounder issues list|muted ID            what was found on a website of the server, and what is muted there and why
  sitesounder issues check-again ID ISSUE     whether an issue is fixed by now`,
      options: serverOptions,
      exitCodes: SERVER_EXIT_CODES,
    },
    users: {
      usage: `\
  sitesounder users list                      who may sign in to the web interface
  sitesounder users add NAME [options]        let somebody sign in
  sitesounder users reset NAME [options]      a new password; signs the user out everywhere
  sitesounder users disable|enable NAME       whether the user may sign in`,
      options: {
        of: 'users',
        lines: `\
  --role ROLE          of add: admin or user (user)
  --password-stdin     of add and reset: the password is the first line of standard input (one is generated and shown)
  --data FOLDER        data folder of the server, which may be running (data)`,
      },
      exitCodes: SERVER_EXIT_CODES,
      examples: '  sitesounder users add maria --role admin',
    },
    migrate: {
      usage: `\
  sitesounder migrate --from sqlite --to postgres
                                              copy a data folder into the database of SITESOUNDER_DATABASE_URL`,
      exitCodes: SERVER_EXIT_CODES,
    },
  } satisfies Record<string, CommandHelp>),
)

/** What `sitesounder --help` prints, and `sitesounder audit --help` of one command alone; undefined for what is no command. */
export function helpText(command?: string): string | undefined {
  if (command === undefined) return everything()
  const help = commandHelp.get(command)
  return help && textOf([help], `Sitesounder ${VERSION_LABEL}: ${command}`)
}

function everything(): string {
  const heading = `Sitesounder ${VERSION_LABEL} – crawls a website and says what is wrong with it`
  const each = '  sitesounder COMMAND --help                  explains one command alone'
  return textOf([...commandHelp.values(), { usage: each }], heading)
}

/** Each part once, though several commands share it. */
function textOf(commands: readonly CommandHelp[], heading: string): string {
  const options = [...new Set(commands.flatMap(({ options }) => options ?? []))]
  return [
    heading,
    joined(commands.map(({ usage }) => usage)),
    ...options.map(({ of, lines }) => `Options of ${of}\n${lines}`),
    joined(commands.flatMap(({ exitCodes }) => exitCodes ?? [])),
    commands.some(({ takesSettings }) => takesSettings) ? settingsText() : '',
    titled('Examples', joined(commands.flatMap(({ examples }) => examples ?? []))),
  ]
    .filter(part => part !== '')
    .join('\n\n')
}

function joined(parts: readonly string[]): string {
  return [...new Set(parts)].join('\n')
}

function titled(title: string, text: string): string {
  return text === '' ? '' : `${title}\n${text}`
}

function settingsText(): string {
  const flags = Object.values(settings).map(setting => `--${setting.name}`)
  return `Settings, for serve, worker, audit and pagespeed (or as environment variables SITESOUNDER_…; see the README):
${wrapped(flags)}`
}

function wrapped(words: readonly string[]): string {
  const lines: string[] = []
  for (const word of words) {
    const last = lines.at(-1)
    if (last === undefined || last.length + word.length > MAX_LINE_CHARACTERS) lines.push(`  ${word}`)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines.join('\n')
}
