/** All of the help but the checks themselves. Numbers come from where the product takes them from. */
import {
  ALT_BADGE_RED_ABOVE_SHARE,
  CRAWL_LIMIT_DEFAULT,
  CRAWL_LIMIT_MIN,
  LARGE_IMAGE_BYTES,
  OVERALL_SCORE_WEIGHTS,
  PAGE_SPEED_QUERIES_PER_DAY,
  SCORE_GOOD_MIN,
  SCORE_NEEDS_IMPROVEMENT_MIN,
  STRUCTURE_SCORE_GREEN,
  STRUCTURE_SCORE_YELLOW,
  TITLE_MAX_FOR_SCORE,
  TITLE_MIN_FOR_SCORE,
  TOAST_HOTKEY,
  WORD_ESTIMATE_DIVISOR,
  WORD_ESTIMATE_GREEN_ABOVE,
  WORD_ESTIMATE_YELLOW_ABOVE,
} from '#shared/constants.ts'
import { formatNumber } from '../../components/format.ts'
import type { HelpSection } from './help-blocks.ts'

export interface HelpFacts {
  maxCrawlLimit: number
  /** How long the data of a visitor who left are kept, such as "30 minutes". */
  ephemeralWords: string
}

export function helpSections(facts: HelpFacts): HelpSection[] {
  return [
    gettingStarted(facts),
    readingResults,
    severities,
    scores,
    pageSpeed,
    yourData(facts),
    robots,
    limits(facts),
    takingAway,
    shortcuts,
    commandLine,
    api,
    checks,
  ]
}

function gettingStarted({ maxCrawlLimit }: HelpFacts): HelpSection {
  return {
    id: 'crawl',
    title: 'How to crawl a website',
    blocks: [
      {
        kind: 'steps',
        items: [
          'Enter the address on [the first page](/) or at the top of any other. Without `https://` it is put in front; should nothing answer there, http is tried, and the crawl says so.',
          `Choose the URL crawl limit: how many pages are read at most, from ${CRAWL_LIMIT_MIN} to ${formatNumber(maxCrawlLimit)}. Without a choice it is ${CRAWL_LIMIT_DEFAULT}; [Settings](/settings?tab=crawl) can change that for this browser.`,
          'Press Scan. The [dashboard](/dashboard) follows the crawl; numbers and lists fill while it runs, and you may leave the page or stop it.',
          'When the site has been read, links to other sites, images and files are asked for their status. After that the whole site is judged, so some findings come only at the end.',
        ],
      },
      {
        kind: 'text',
        text: 'Pages are read as a server sends them, without running their scripts. Crawling the same address again keeps the website and adds a crawl; the crawl selector shows the earlier ones, and the dashboard what has changed since.',
      },
    ],
  }
}

const readingResults: HelpSection = {
  id: 'results',
  title: 'How to read the results',
  blocks: [
    {
      kind: 'list',
      items: [
        'Every number is a link to exactly the rows that it counts.',
        'Rows can be searched, filtered and sorted. The address of the page holds what you have chosen, so a bookmark or a shared link shows the same to you again.',
        'Open a finding to see what it is, why it matters, how it is fixed, and what proves it: the tag, the header, every hop of a redirect, or the pages concerned.',
        'Check again, in the panel of a finding, asks its addresses anew: one that is fixed leaves the list at once. What rests on the whole site says that it takes another crawl.',
        'One cause is one finding: the same broken link on fifty pages is listed once, with its fifty sources.',
        'An address that fails is asked again before it is called broken. What could not be verified says so, and is never counted as broken.',
      ],
    },
    {
      kind: 'terms',
      terms: [
        ['[Errors](/errors)', 'All findings of a crawl, the worst first.'],
        ['[Warnings](/warnings)', 'What deserves a look, sorted into meta data, redirects, duplicates and the rest.'],
        ['[Passed Checks](/passed)', 'Pages without an error or a warning of their own.'],
        ['[All Pages](/pages-list)', 'Every page with its status, title, headings, images and size.'],
        ['[Page Insights](/page-insights)', 'Everything that is known about one address.'],
        ['[Site Structure](/site-structure)', 'How the pages hang together, as a graph and as a table.'],
      ],
    },
    {
      kind: 'text',
      text: 'The change beside a number compares with the crawl before. It is not shown for a crawl that still runs, is less than ten minutes old, or has read fewer than five pages.',
    },
  ],
}

const severities: HelpSection = {
  id: 'severities',
  title: 'Severities',
  blocks: [
    {
      kind: 'severities',
      meanings: [
        ['error', 'Something is broken for visitors or search engines. Fix it first.'],
        ['warning', 'Something is probably not as it was meant, or costs visitors. Look at it.'],
        ['info', 'Worth knowing. Often it is right as it is.'],
      ],
    },
    {
      kind: 'text',
      text: 'A check has one severity as a rule; where it knows two degrees, the finding says which. Lists begin with errors, and among findings of one severity with those that concern the most pages.',
    },
  ],
}

const checks: HelpSection = {
  id: 'checks',
  title: 'What is checked',
  blocks: [
    {
      kind: 'text',
      text: 'Each finding has a type, by which screens and filters sort it. Open a check to read why it matters and how it is fixed.',
    },
    { kind: 'checks' },
  ],
}

const scores: HelpSection = {
  id: 'scores',
  title: 'Scores of a page',
  blocks: [
    { kind: 'text', text: 'The pages list gives each page a structure score out of 100:' },
    {
      kind: 'table',
      label: 'Points of the structure score',
      columns: ['Points', 'For'],
      rows: [
        ['10', 'a hyphen in the path of the address'],
        ['10', 'a path of less than 100 characters'],
        ['10', 'a word of more than 3 letters in the path (html and index do not count)'],
        ['20', `a title of ${TITLE_MIN_FOR_SCORE} to ${TITLE_MAX_FOR_SCORE} characters`],
        ['20', 'exactly one H1 (5 for several)'],
        ['15', 'an H2 beside the H1'],
        ['15', 'an H3 and paragraphs'],
      ],
    },
    {
      kind: 'bands',
      bands: [
        { tone: 'success', name: 'Green', meaning: `${STRUCTURE_SCORE_GREEN} or more` },
        { tone: 'warning', name: 'Yellow', meaning: `${STRUCTURE_SCORE_YELLOW} to ${STRUCTURE_SCORE_GREEN - 1}` },
        { tone: 'error', name: 'Red', meaning: `less than ${STRUCTURE_SCORE_YELLOW}` },
      ],
    },
    {
      kind: 'text',
      text: `The word count estimate adds up the characters of description, title and H1 and divides them by ${WORD_ESTIMATE_DIVISOR}. It says how much those three hold, not how long the page is.`,
    },
    {
      kind: 'bands',
      bands: [
        { tone: 'success', name: 'Green', meaning: `more than ${WORD_ESTIMATE_GREEN_ABOVE}` },
        { tone: 'warning', name: 'Yellow', meaning: `more than ${WORD_ESTIMATE_YELLOW_ABOVE}` },
        { tone: 'error', name: 'Red', meaning: 'more than 0' },
        { tone: 'neutral', name: 'Unknown', meaning: 'none of the three is there' },
      ],
    },
    {
      kind: 'text',
      text: 'The alt badge tells how many images of a page lack an alternative text:',
    },
    {
      kind: 'bands',
      bands: [
        { tone: 'success', name: 'Green', meaning: 'none' },
        { tone: 'warning', name: 'Yellow', meaning: 'some' },
        {
          tone: 'error',
          name: 'Red',
          meaning: `more than ${ALT_BADGE_RED_ABOVE_SHARE === 0.5 ? 'half' : `${ALT_BADGE_RED_ABOVE_SHARE * 100}%`} of them`,
        },
      ],
    },
    {
      kind: 'text',
      text: `An image of more than ${LARGE_IMAGE_BYTES / 1024} KB counts as large. Sizes are those of the file as its server sends it, in KB to one decimal.`,
    },
  ],
}

const percent = (share: number) => `${Math.round(share * 100)}%`

const pageSpeed: HelpSection = {
  id: 'page-speed',
  title: 'Page speed',
  blocks: [
    {
      kind: 'text',
      text: `Page speed and Core Web Vitals are measured by Google PageSpeed Insights where the operator has set a key, and otherwise by Lighthouse on the server where a browser is installed; each result says which of the two it was. The free API allows about ${formatNumber(PAGE_SPEED_QUERIES_PER_DAY)} queries per day. Whether the key is accepted is told in [Settings](/settings?tab=api-keys).`,
    },
    {
      kind: 'bands',
      bands: [
        { tone: 'success', name: 'Good', meaning: `${SCORE_GOOD_MIN} or more` },
        {
          tone: 'warning',
          name: 'Needs Improvement',
          meaning: `${SCORE_NEEDS_IMPROVEMENT_MIN} to ${SCORE_GOOD_MIN - 1}`,
        },
        { tone: 'error', name: 'Poor', meaning: `less than ${SCORE_NEEDS_IMPROVEMENT_MIN}` },
      ],
    },
    {
      kind: 'text',
      text: `The overall score weighs performance by ${percent(OVERALL_SCORE_WEIGHTS.performance)}, accessibility by ${percent(OVERALL_SCORE_WEIGHTS.accessibility)}, best practices by ${percent(OVERALL_SCORE_WEIGHTS.bestPractices)} and SEO by ${percent(OVERALL_SCORE_WEIGHTS.seo)}. An analysis takes up to a minute, at times two, and is kept for an hour.`,
    },
  ],
}

function yourData({ ephemeralWords }: HelpFacts): HelpSection {
  return {
    id: 'data',
    title: 'What is kept, and for how long',
    blocks: [
      {
        kind: 'text',
        text: `What an anonymous visitor crawls is ephemeral: it is kept while you are here, and cleared about ${ephemeralWords} after you have left. A reload, another tab or a break does not count as leaving, and whoever comes back earlier finds everything.`,
      },
      {
        kind: 'list',
        items: [
          'Nobody else sees, lists, exports or clears your websites.',
          'Users who log in keep their websites until they clear them, each with its latest crawls. What was crawled before comes along.',
          '“Clear all my data” in [Settings](/settings) deletes everything at once; [Websites](/projects) clears one of them.',
          '“Clear Cache” on the dashboard forgets what can be computed again, such as page speed. Crawl, pages and issues stay.',
          'The bell lists the notifications of this visit. They are kept in this tab alone.',
        ],
      },
    ],
  }
}

const robots: HelpSection = {
  id: 'robots',
  title: 'robots.txt and politeness',
  blocks: [
    {
      kind: 'list',
      items: [
        'robots.txt is obeyed, unless the operator of this server has decided otherwise: the group of `sitesounder`, or else the one for everybody. A page that it closes is listed as left out, and a finding when other pages link to it.',
        'Without a robots.txt everything may be read. When the server answers with an error in its place, nothing is read (RFC 9309).',
        'The crawler names itself in its user agent. It asks a host a few pages at a time, fewer as soon as the host slows down or answers 429 or 503, and keeps to Crawl-delay and Retry-After.',
        'Links to other sites are only asked for their status, at most once a second for each of them.',
        'Whether search engines may list a page is judged by their rules, not by ours: noindex, canonical and the robots.txt group that concerns them.',
      ],
    },
  ],
}

function limits({ maxCrawlLimit }: HelpFacts): HelpSection {
  return {
    id: 'limits',
    title: 'Limits',
    blocks: [
      {
        kind: 'text',
        text: 'The crawl limit counts pages that answer 2xx with HTML. Redirects, errors and files are listed as well but do not use it up.',
      },
      {
        kind: 'table',
        label: 'Limits of this server',
        columns: ['What', 'Limit'],
        rows: [
          [
            'Pages of a crawl',
            `${CRAWL_LIMIT_MIN} to ${formatNumber(maxCrawlLimit)}; the [command line](#command-line) has no maximum`,
          ],
          ['Redirects that are followed', '20 hops'],
          [
            'Links to other sites, images and files',
            'ten times the crawl limit each, unless the operator has chosen otherwise',
          ],
          ['Size of a page', '15 MB of HTML, unless the operator has chosen otherwise'],
          ['Preview of an image', '2 MB; PNG, JPEG, GIF, WebP, AVIF, BMP and ICO'],
          ['Issues that a list loads at a time', '50'],
        ],
      },
      {
        kind: 'text',
        text: 'A server that strangers can reach crawls public addresses only. Run it on your own machine to audit `localhost` or a site in your own network.',
      },
    ],
  }
}

const takingAway: HelpSection = {
  id: 'export',
  title: 'Exports, sitemap and report',
  blocks: [
    {
      kind: 'terms',
      terms: [
        ['Export, at a table', 'Its rows as they stand, with filters, search and order, as CSV or JSON.'],
        [
          'Export Full Report, on the dashboard',
          'All findings as CSV, everything as JSON, or a report to hand over as HTML or PDF, complete in one file.',
        ],
        ['Generate XML Sitemap', 'The pages that search engines may list, with their images and languages.'],
      ],
    },
    {
      kind: 'text',
      text: 'An export holds the crawl that is chosen on the page. In CSV, cells that a spreadsheet program would take for a formula begin with an apostrophe.',
    },
  ],
}

const shortcuts: HelpSection = {
  id: 'keyboard',
  title: 'Keyboard shortcuts',
  blocks: [
    {
      kind: 'table',
      label: 'Keyboard shortcuts',
      columns: ['Key', 'What it does'],
      rows: [
        ['`/`', 'goes to the search of the page, or to the crawl field where there is none'],
        ['`Esc`', 'closes a panel, a menu or a dialog; empties a search'],
        [`\`${TOAST_HOTKEY}\``, 'goes to the notification that is on show'],
        ['`↑` `↓`', 'moves between the rows of an issues table and the entries of a menu'],
        ['`←` `→`', 'moves between tabs'],
        ['`Enter`', 'opens what has the focus'],
        ['`Tab`', 'moves on; the first stop of every page leads past the navigation'],
      ],
    },
  ],
}

const commandLine: HelpSection = {
  id: 'command-line',
  title: 'Command line and continuous integration',
  blocks: [
    { kind: 'text', text: 'The same audit runs without server or browser, for a build for example:' },
    {
      kind: 'command',
      text: 'npx sitesounder audit https://example.com --limit 500 --fail-on error --report report.html',
    },
    {
      kind: 'list',
      items: [
        '`--format` writes `table`, `json`, `csv`, `junit`, `sarif` or `github`; `--output` puts it into a file.',
        '`--fail-on error`, `warning` or `never` decides which findings make the exit code 1. It is 0 without any, and 2 when the crawl could not begin.',
        '`--baseline` takes an earlier JSON report: only what is new since then counts.',
        '`--report` writes a report to hand over (.html or .pdf), `--sitemap` an XML sitemap.',
      ],
    },
    { kind: 'command', text: 'npx sitesounder --help' },
  ],
}

const api: HelpSection = {
  id: 'api',
  title: 'API',
  blocks: [
    {
      kind: 'text',
      text: 'Whatever these pages show can be asked for by programs: [what the API can do](/api/docs), and the same [as OpenAPI](/api/openapi.json). Users who log in make keys in [Settings](/settings?tab=api-keys) and send them with each request:',
    },
    { kind: 'command', text: 'curl -H "Authorization: Bearer snd_…" https://your-server/api/websites' },
  ],
}
