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
            'robots.txt has 2 lines that crawlers do not understand (line 3: a path that begins with neither / nor *, and so matches nothing)',
          isHostWide: true,
          evidence: [
            {
              kind: 'table',
              label: 'Lines',
              columns: ['Line', 'Text', 'Why'],
              rows: [
                ['3', 'Disallow: private/', 'a path that begins with neither / nor *, and so matches nothing'],
                ['9', 'Noindex: /x', 'noindex in robots.txt, which Google ignores since 2019'],
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
          message: `robots.txt is a web page (text/html), so it holds no rules: ${url}`,
          isHostWide: true,
          evidence: [{ kind: 'code', label: 'It begins with', code: '<!doctype html><html>', line: 1 }],
        },
      ],
    },
    'a file that is too large': {
      site: withRobots(robotsFile({ bytes: 512_001 })),
      finds: [
        {
          url,
          message: 'robots.txt is larger than 500 KiB, and crawlers may not read what comes after that',
          isHostWide: true,
          evidence: [{ kind: 'text', label: 'Size', text: '512,001 bytes' }],
        },
      ],
    },
  },
  skips: {
    'a crawl that did not ask': { site: {}, reason: 'robots.txt was not asked for: the crawl was stopped before.' },
    'a file that fails': {
      site: withRobots(robotsFile({ status: 500, isUnreadable: true })),
      reason: 'robots.txt could not be read.',
    },
    'a protection in its place': {
      site: withRobots(robotsFile({ isBotChallenge: true, htmlStart: '<html>' })),
      reason: 'A bot protection answered in place of robots.txt.',
    },
  },
})
