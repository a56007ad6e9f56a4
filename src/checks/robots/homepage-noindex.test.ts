import { renderedWith } from '../test-facts.ts'
import { testSiteCheck } from '../test-site-check.ts'
import { homepageNoindex } from './homepage-noindex.ts'

const home = 'https://site.test/'
const noindex = {
  source: 'header' as const,
  agent: 'robots',
  raw: 'noindex, nofollow',
  tokens: ['noindex', 'nofollow'],
  line: 0,
}

/** What generators write for a site with a folder for each language. */
const stub = {
  url: home,
  isNoindex: true,
  facts: { refresh: { delay: 0, url: `${home}en/`, raw: '0; url=/en/', source: 'tag' as const, line: 1 } },
}

/** The same by a script. */
const scripted = { ...stub, facts: { rendering: renderedWith({ redirectUrl: `${home}en/` }) } }

testSiteCheck(homepageNoindex, {
  passes: {
    'a start page whose script leads to the home page of a language': { pages: [scripted, { url: `${home}en/` }] },
    'the stub of a start page that leads to the home page of a language': { pages: [stub, { url: `${home}en/` }] },
    'the stub of a start page that leads to another site': { pages: [stub] },
    'a start page that may be shown': { pages: [{ url: home }] },
    'another page that may not': { pages: [{ url: home }, { url: `${home}search`, isNoindex: true }] },
    'a start page that never responded': { crawl: { homeUrl: null }, pages: [{ url: home, isNoindex: true }] },
    'a protection page in its place': { pages: [{ url: home, isNoindex: true, facts: { isBotChallenge: true } }] },
  },
  fails: {
    'the page to which the stub of a start page leads': {
      site: { pages: [stub, { url: `${home}en/`, isNoindex: true }] },
      finds: [
        {
          url: `${home}en/`,
          severity: 'error',
          message: 'Home page has noindex: https://site.test/en/',
        },
      ],
    },
    'the page to which the script of a start page leads': {
      site: { pages: [scripted, { url: `${home}en/`, isNoindex: true }] },
      finds: [{ url: `${home}en/`, message: 'Home page has noindex: https://site.test/en/' }],
    },
    'a start page with noindex in its header': {
      site: { pages: [{ url: home, isNoindex: true, facts: { robotsDirectives: [noindex] } }] },
      finds: [
        {
          url: home,
          severity: 'error',
          message: `Home page has noindex: ${home}`,
          affectedUrls: [home],
          evidence: [
            {
              kind: 'table',
              label: 'Robots directives',
              columns: ['Source', 'Value', 'Line'],
              rows: [['X-Robots-Tag header', 'noindex, nofollow', '']],
            },
          ],
        },
      ],
    },
    'the page that the seed redirects to': {
      site: { crawl: { homeUrl: `${home}en/` }, pages: [{ url: `${home}en/`, isNoindex: true }] },
      finds: [{ url: `${home}en/`, message: 'Home page has noindex: https://site.test/en/' }],
    },
  },
})
