import { robotsFile, withRobots } from '../test-host-facts.ts'
import { testSiteCheck } from '../test-site-check.ts'
import { robotsTxtInvalid } from './robots-txt-invalid.ts'

const url = 'https://site.test/robots.txt'

testSiteCheck(robotsTxtInvalid, {
  passes: {
    'a file that can be read': withRobots(robotsFile()),
    'no file': withRobots(robotsFile({ status: 404 })),
    'a file of 500 KiB': withRobots(robotsFile({ bytes: 512_000 })),
  },
  fails: {
    'lines that are not understood': {
      site: withRobots(
        robotsFile({
          problems: [
            { kind: 'path-without-slash', line: 3, text: 'Disallow: private/' },
            { kind: 'unknown-field', line: 9, text: 'Noindex: /x' },
          ],
          totalProblems: 2,
        }),
      ),
      finds: [
        {
          url,
          severity: 'warning',
          message:
            'Invalid lines in robots.txt: 2 lines (line 3: path starts with neither / nor *, so it matches nothing)',
          isHostWide: true,
          evidence: [
            {
              kind: 'table',
              label: 'Lines',
              columns: ['Line', 'Text', 'Problem'],
              rows: [
                ['3', 'Disallow: private/', 'path starts with neither / nor *, so it matches nothing'],
                ['9', 'Noindex: /x', 'noindex in robots.txt, which Google has ignored since 2019'],
              ],
            },
          ],
        },
      ],
    },
    'a web page in its place, and nothing about its lines': {
      site: withRobots(
        robotsFile({
          mediaType: 'text/html',
          htmlStart: '<!doctype html><html>',
          problems: [{ kind: 'no-colon', line: 1, text: '<!doctype html><html>' }],
          totalProblems: 1,
        }),
      ),
      finds: [
        {
          url,
          severity: 'error',
          message: `robots.txt is an HTML page (text/html) without rules: ${url}`,
          isHostWide: true,
          evidence: [{ kind: 'code', label: 'Start of the file', code: '<!doctype html><html>', line: 1 }],
        },
      ],
    },
    'a file that is too large': {
      site: withRobots(robotsFile({ bytes: 512_001 })),
      finds: [
        {
          url,
          message: 'robots.txt is larger than 500 KiB; crawlers may ignore the rest',
          isHostWide: true,
          evidence: [{ kind: 'text', label: 'Size', text: '512,001 bytes' }],
        },
      ],
    },
  },
  skips: {
    'a crawl that did not fetch it': { site: {}, reason: 'robots.txt was not fetched: the crawl was stopped before.' },
    'a file that fails': {
      site: withRobots(robotsFile({ status: 500, isUnreadable: true })),
      reason: 'robots.txt could not be read.',
    },
    'a protection in its place': {
      site: withRobots(robotsFile({ isBotChallenge: true, htmlStart: '<html>' })),
      reason: 'A bot protection page was returned instead of robots.txt.',
    },
  },
})
