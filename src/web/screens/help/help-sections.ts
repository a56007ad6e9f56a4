/** The help texts, except the checks. All numbers come from the constants of the product. */
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
  WORD_COUNT_GREEN_ABOVE,
  WORD_COUNT_YELLOW_ABOVE,
} from '#shared/constants.ts'
import { TOLERANCE_NOTE } from '#shared/thresholds.ts'
import { formatNumber } from '../../components/format.ts'
import type { HelpSection } from './help-blocks.ts'

export interface HelpFacts {
  maxCrawlLimit: number
  /** How long data is kept after a visitor has left, such as "30 minutes". */
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
    monitoring,
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
          'Enter the URL on [the landing page](/) or in the header of any other page. Without a scheme the crawler tries `https://` first. If the server does not respond, it tries `http://`, and the crawl notes it.',
          `Choose the URL crawl limit: the maximum number of pages, from ${CRAWL_LIMIT_MIN} to ${formatNumber(maxCrawlLimit)}. The default is ${CRAWL_LIMIT_DEFAULT}; change it for this browser in [Settings](/settings?tab=crawl).`,
          'Press Scan. The [dashboard](/dashboard) shows the progress; numbers and lists grow while the crawl runs. You can leave the page, or stop the crawl.',
          'After all pages, the crawler checks the status codes of external links, images and files. The site checks run last, so some issues appear only at the end.',
        ],
      },
      {
        kind: 'text',
        text: 'The crawler reads the HTML that the server sends and does not run JavaScript, unless JavaScript rendering is on. Crawling the same URL again adds a crawl to the website: the crawl selector lists earlier crawls, and the dashboard shows what has changed.',
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
        'Every number links to exactly the rows that it counts.',
        'You can search, filter and sort the lists. The URL of the page contains your choices, so a bookmark opens the same view again.',
        'Open an issue to see why it matters, how to fix it, and the evidence: the tag, the header, every hop of a redirect, or the affected pages.',
        'Check Again, in the panel of an issue, requests its URLs again: a fixed issue leaves the list at once. Issues of the whole site need a new crawl, and say so.',
        'Assignee and note, in the same panel, stay with the finding in the next crawl. Export as Tickets has them in the columns that Jira, Linear and GitHub import. An issue that is marked as fixed stays in the report until Check Again or a crawl no longer finds it.',
        'One cause is one issue: the same broken link on fifty pages is listed once, with its fifty sources.',
        'A failed URL is requested again before it is reported as broken. A link that could not be verified is reported as such and never counted as broken.',
      ],
    },
    {
      kind: 'terms',
      terms: [
        ['[Errors](/errors)', 'All issues of a crawl, the most severe first.'],
        ['[Warnings](/warnings)', 'Warnings, grouped into meta data, redirects, duplicates and other issues.'],
        ['[Passed Checks](/passed)', 'Pages without errors or warnings of their own.'],
        ['[All Pages](/pages-list)', 'Every page with its status, title, headings, images and size.'],
        [
          '[Changes](/changes)',
          'What changed between two crawls, of one website or of two hosts: new and fixed issues, and pages with each changed field; the trend of all kept crawls.',
        ],
        ['[Page Insights](/page-insights)', 'Everything the crawl knows about one URL.'],
        ['[Site Structure](/site-structure)', 'The hierarchy of the pages as a graph and as a table.'],
      ],
    },
    {
      kind: 'text',
      text: 'The change beside a number compares it with the previous crawl. It is not shown while the crawl runs, for a crawl less than ten minutes old, or for fewer than five pages.',
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
        ['warning', 'Something is probably unintended or costs visitors. Review it.'],
        ['info', 'Worth knowing. Often no change is needed.'],
      ],
    },
    {
      kind: 'text',
      text: 'Most checks have one severity; some have two levels, and the issue shows which applies. Lists start with errors; issues of the same severity are sorted by the number of affected pages.',
    },
  ],
}

const checks: HelpSection = {
  id: 'checks',
  title: 'What is checked',
  blocks: [
    {
      kind: 'text',
      text: 'Each issue has a type, which screens and filters use. Open a check to read why it matters and how to fix it.',
    },
    { kind: 'checks' },
  ],
}

const scores: HelpSection = {
  id: 'scores',
  title: 'Scores of a page',
  blocks: [
    { kind: 'text', text: 'All Pages shows a structure score out of 100 for each page:' },
    {
      kind: 'table',
      label: 'Points of the structure score',
      columns: ['Points', 'For'],
      rows: [
        ['10', 'a hyphen in the path of the URL'],
        ['10', 'a path of less than 100 characters'],
        ['10', 'a word of more than 3 letters in the path (html and index do not count)'],
        ['20', `a title of ${TITLE_MIN_FOR_SCORE} to ${TITLE_MAX_FOR_SCORE} characters`],
        ['20', 'exactly one H1 (5 for several)'],
        ['15', 'an H1 and an H2'],
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
      text: 'Words are those of the main text, without navigation, header and footer:',
    },
    {
      kind: 'bands',
      bands: [
        { tone: 'success', name: 'Green', meaning: `more than ${WORD_COUNT_GREEN_ABOVE}` },
        { tone: 'warning', name: 'Yellow', meaning: `more than ${WORD_COUNT_YELLOW_ABOVE}` },
        { tone: 'error', name: 'Red', meaning: 'more than 0' },
        { tone: 'neutral', name: 'Unknown', meaning: 'the main text has no words, or the page was not read' },
      ],
    },
    {
      kind: 'text',
      text: 'The alt badge shows how many images of a page have no alt text:',
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
      text: `An image of more than ${LARGE_IMAGE_BYTES / 1024} KB is large. ${TOLERANCE_NOTE} The size is that of the file as the server sends it, in KB to one decimal.`,
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
      text: `Google PageSpeed Insights measures page speed and Core Web Vitals if the operator has set an API key; otherwise Lighthouse on the server does, if a browser is installed. Each result names its source. The free API allows about ${formatNumber(PAGE_SPEED_QUERIES_PER_DAY)} queries per day. Check the status of the key in [Settings](/settings?tab=api-keys).`,
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
      text: `The overall score weights performance with ${percent(OVERALL_SCORE_WEIGHTS.performance)}, accessibility with ${percent(OVERALL_SCORE_WEIGHTS.accessibility)}, best practices with ${percent(OVERALL_SCORE_WEIGHTS.bestPractices)} and SEO with ${percent(OVERALL_SCORE_WEIGHTS.seo)}. An analysis takes up to two minutes. The result is cached for an hour.`,
    },
  ],
}

function yourData({ ephemeralWords }: HelpFacts): HelpSection {
  return {
    id: 'data',
    title: 'Data storage and retention',
    blocks: [
      {
        kind: 'text',
        text: `Crawls of anonymous visitors are ephemeral: they are kept during your visit and cleared about ${ephemeralWords} after you leave. Reloading or opening another tab does not count as leaving. If you return before that, nothing is lost.`,
      },
      {
        kind: 'list',
        items: [
          'No other visitor can see, export or clear your websites.',
          'Users who log in keep their websites, each with its latest crawls, until they clear them. Websites crawled before the login move to the account.',
          '“Clear all my data” in [Settings](/settings) deletes everything at once; [Websites](/projects) clears a single website.',
          '“Clear Cache” on the dashboard clears cached data such as page speed. Crawls, pages and issues are kept.',
          'The bell lists the notifications of this visit. They are stored in this tab only.',
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
        'The crawler obeys robots.txt unless the operator of this server has switched that off: the group for `sitesounder`, or else the group for `*`. A disallowed page is listed as not crawled, and reported as an issue if other pages link to it.',
        'Without a robots.txt, all pages may be crawled. If robots.txt returns a server error, the crawler visits no page (RFC 9309).',
        'The crawler identifies itself in its user agent. It sends a few requests at a time to a host, fewer when the host slows down or responds with 429 or 503, and obeys Crawl-delay and Retry-After.',
        'For external links the crawler checks only the status code, with at most one request per second to each site.',
        'Indexability follows the rules of search engines: noindex, canonical, and the robots.txt group of the search engine.',
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
        text: 'The crawl limit counts HTML pages with a 2xx status code. Redirects, errors and files are listed but do not count.',
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
          ['Redirects followed', '20 hops'],
          ['External links, images and files', 'ten times the crawl limit each, unless the operator has changed it'],
          ['Size of a page', '15 MB of HTML, unless the operator has changed it'],
          ['Preview of an image', '2 MB; PNG, JPEG, GIF, WebP, AVIF, BMP and ICO'],
          ['Issues that a list loads at a time', '50'],
        ],
      },
      {
        kind: 'text',
        text: 'A public server crawls public IP addresses only. Run the server on your own machine to audit `localhost` or a site in your network.',
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
        ['Export, above a table', 'The rows of the table with its filters, search and order, as CSV, Excel or JSON.'],
        [
          'Export Full Report, on the dashboard',
          'All issues as CSV, all data as JSON, or a client report: five to ten pages as PDF or HTML, with your name and logo, and the URL lists as CSV beside it.',
        ],
        ['Generate XML Sitemap', 'All indexable pages with their images and hreflang links.'],
      ],
    },
    {
      kind: 'text',
      text: 'An export contains the crawl selected on the page. In CSV, cells that a spreadsheet would interpret as a formula start with an apostrophe.',
    },
  ],
}

const monitoring: HelpSection = {
  id: 'monitoring',
  title: 'Schedule Monitoring',
  blocks: [
    {
      kind: 'text',
      text: 'The dashboard opens it for signed-in users: the data of visitors are deleted when they leave.',
    },
    {
      kind: 'terms',
      terms: [
        [
          'Schedule',
          'The website is crawled every day, week or month, or by a cron expression, with the options of its newest crawl. A crawl that was missed is made up once.',
        ],
        ['Checks', 'Some URLs are requested every few minutes, between the crawls.'],
        [
          'Alerts',
          'What got worse since the crawl before is sent once, until it changes: at once or as one digest a day, and not in quiet hours.',
        ],
        ['Channels', 'Webhooks, also of Slack, Microsoft Teams and Discord, and e-mail addresses.'],
      ],
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
        ['`/`', 'focuses the search of the page, or the crawl field on pages without a search'],
        ['`Esc`', 'closes a panel, a menu or a dialog; clears a search'],
        [`\`${TOAST_HOTKEY}\``, 'focuses the visible notification'],
        ['`↑` `↓`', 'moves between the rows of an issues table and the entries of a menu'],
        ['`←` `→`', 'moves between tabs'],
        ['`Enter`', 'opens the focused item'],
        ['`Tab`', 'moves the focus; the first link of every page skips the navigation'],
      ],
    },
  ],
}

const commandLine: HelpSection = {
  id: 'command-line',
  title: 'Command line and continuous integration',
  blocks: [
    { kind: 'text', text: 'The same audit runs on the command line, for example in a build:' },
    {
      kind: 'command',
      text: 'npx sitesounder audit https://example.com --limit 500 --fail-on error --report report.html',
    },
    {
      kind: 'list',
      items: [
        '`--format` writes `table`, `json`, `csv`, `junit`, `sarif` or `github`; `--output` writes it to a file.',
        '`--fail-on error`, `warning` or `never` sets which issues make the exit code 1. The exit code is 0 without such issues, and 2 if the crawl could not start.',
        '`--baseline` takes an earlier JSON report: only new issues count.',
        '`--report` writes a client report (.html or .pdf) with the URL lists as CSV beside it, `--sitemap` an XML sitemap.',
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
      text: 'All data on these pages is available through the API: see the [API documentation](/api/docs) and the [OpenAPI description](/api/openapi.json). Users create API keys in [Settings](/settings?tab=api-keys) and send one with each request:',
    },
    { kind: 'command', text: 'curl -H "Authorization: Bearer snd_…" https://your-server/api/websites' },
  ],
}
