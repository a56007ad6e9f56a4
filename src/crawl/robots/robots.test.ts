import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { KnownRobots } from './known-robots.ts'
import { crawlDelaySeconds, isAllowed, MAX_ROBOTS_BYTES, parseRobots, type RobotsTxt, siteRuleFor } from './robots.ts'

const OURS = 'sitesounder'

function robotsOf(...lines: string[]): RobotsTxt {
  return parseRobots(Buffer.from(lines.join('\n')))
}

function allows(robots: RobotsTxt, path: string, userAgent = OURS): boolean {
  return isAllowed(robots, { userAgent, path }).isAllowed
}

/** Rules for everyone, a path, and whether it may be requested. */
const rules: [name: string, lines: string[], path: string, isAllowed: boolean][] = [
  ['§2.2.2 no rule matches: allowed', ['Disallow: /a'], '/b', true],
  ['§2.2.2 a rule matches from the start of the path', ['Disallow: /a'], '/a/b', false],
  ['§2.2.2 a rule is a prefix, not a segment', ['Disallow: /fish'], '/fishheads/yummy.html', false],
  ['§2.2.2 a rule does not match in the middle', ['Disallow: /b'], '/a/b', true],
  ['§2.2.2 matching is case-sensitive', ['Disallow: /Fish'], '/fish', true],
  ['§2.2.2 a slash at the end counts', ['Disallow: /fish/'], '/fish', true],
  ['§2.2.2 a slash at the end matches below', ['Disallow: /fish/'], '/fish/salmon', false],
  ['§2.2.2 an empty disallow forbids nothing', ['Disallow:'], '/a', true],
  ['§2.2.2 an empty allow allows nothing more', ['Disallow: /', 'Allow:'], '/a', false],
  ['§2.2.2 the whole site', ['Disallow: /'], '/', false],
  ['§2.2.2 the longest match wins: allow', ['Disallow: /a', 'Allow: /a/b'], '/a/b/c', true],
  ['§2.2.2 the longest match wins: disallow', ['Allow: /a', 'Disallow: /a/b'], '/a/b/c', false],
  ['§2.2.2 the order of lines does not matter', ['Allow: /a/b', 'Disallow: /a'], '/a/b/c', true],
  ['§2.2.2 allow wins among equals', ['Disallow: /a', 'Allow: /a'], '/a', true],
  ['§2.2.2 allow wins among equals, before it', ['Allow: /a', 'Disallow: /a'], '/a', true],
  ['§2.2.2 the query is part of the path', ['Disallow: /a?x=1'], '/a?x=1&y=2', false],
  ['§2.2.2 another query is not', ['Disallow: /a?x=1'], '/a?y=2', true],
  ['§2.2.2 octets beyond ASCII match their triplets', ['Disallow: /ツ'], '/%E3%83%84', false],
  ['§2.2.2 triplets match octets beyond ASCII', ['Disallow: /%E3%83%84'], '/ツ', false],
  ['§2.2.2 small letters in triplets', ['Disallow: /%e3%83%84'], '/%E3%83%84', false],
  ['§2.2.2 an encoded unreserved character matches', ['Disallow: /%7Eana'], '/~ana', false],
  ['§2.2.2 an unreserved character matches encoded', ['Disallow: /~ana'], '/%7Eana', false],
  ['§2.2.2 an encoded letter matches', ['Disallow: /%61bc'], '/abc', false],
  ['§2.2.2 an encoded slash is not a slash', ['Disallow: /a%2Fb'], '/a/b', true],
  ['§2.2.2 an encoded slash matches itself', ['Disallow: /a%2fb'], '/a%2Fb', false],
  ['§2.2.2 a URL in a query matches encoded', ['Disallow: /a?b=https://c.d'], '/a?b=https%3A%2F%2Fc.d', false],
  ['§2.2.2 an encoded URL in a query matches plain', ['Disallow: /a?b=https%3A%2F%2Fc.d'], '/a?b=https://c.d', false],
  ['§2.2.2 a blank in a rule matches %20', ['Disallow: /a b'], '/a%20b', false],
  ['§2.2.3 * stands for any characters', ['Disallow: /a/*/c'], '/a/b/b/c', false],
  ['§2.2.3 * stands for none', ['Disallow: /a*b'], '/ab', false],
  ['§2.2.3 * at the end changes nothing', ['Disallow: /fish*'], '/fishheads', false],
  ['§2.2.3 * at the start', ['Disallow: *.php'], '/a/b.php?c', false],
  ['§2.2.3 * alone', ['Disallow: *'], '/a', false],
  ['§2.2.3 several wildcards', ['Disallow: /*/x/*.php'], '/a/x/y.php', false],
  ['§2.2.3 several wildcards in another order', ['Disallow: /*/x/*.php'], '/a/y.php/x/', true],
  ['§2.2.3 wildcards in a row', ['Disallow: /a***c'], '/abc', false],
  ['§2.2.3 $ is the end', ['Disallow: /*.php$'], '/a.php', false],
  ['§2.2.3 $ is the end of the query, too', ['Disallow: /*.php$'], '/a.php?b', true],
  ['§2.2.3 $ without a wildcard', ['Disallow: /a$'], '/a', false],
  ['§2.2.3 $ without a wildcard and a longer path', ['Disallow: /a$'], '/ab', true],
  ['§2.2.3 $ after the root', ['Allow: /$', 'Disallow: /'], '/', true],
  ['§2.2.3 $ after the root forbids the rest', ['Allow: /$', 'Disallow: /'], '/a', false],
  ['§2.2.3 *$ matches everything', ['Disallow: /a*$'], '/a/b', false],
  ['§2.2.3 the end may not overlap what came before', ['Disallow: /ab*b$'], '/ab', true],
  ['§2.2.3 the end is looked for at the end', ['Disallow: /*b$'], '/abab', false],
  ['§2.2.3 $ in the middle is a character', ['Disallow: /a$b'], '/a$bc', false],
  ['§2.2.3 %2A is a star', ['Disallow: /file-%2A.html'], '/file-*.html', false],
  ['§2.2.3 %2A is no wildcard', ['Disallow: /file-%2A.html'], '/file-a.html', true],
  ['§2.2.3 %24 is a dollar sign', ['Disallow: /price%24'], '/price$', false],
  ['§2.2.3 %24 is no end', ['Disallow: /price%24'], '/price', true],
  ['§2.2.3 a star in a path is no wildcard', ['Disallow: /abc'], '/a*', true],
  ['§2.2.2 length counts in octets of the canonical form', ['Disallow: /%61%62', 'Allow: /abc'], '/abcd', true],
  ['§2.2.2 a path must begin with a slash', ['Disallow: private'], '/private', true],
  ['§2.2 a comment ends a line', ['Disallow: /a # not /a/b'], '/a/c', false],
  ['§2.2 blanks around everything', ['  Disallow  :   /a   '], '/a', false],
  ['§2.2 fields in any case', ['DISALLOW: /a'], '/a', false],
  ['§2.2.4 unknown fields are skipped', ['Foo: bar', 'Disallow: /a'], '/a', false],
  ['§2.2.2 /robots.txt is always allowed', ['Disallow: /'], '/robots.txt', true],
  ['§2.2.2 only /robots.txt itself is', ['Disallow: /'], '/robots.txt.bak', false],
  ['a fragment does not count', ['Disallow: /a$'], '/a#b', false],
  ['an empty path is the root', ['Disallow: /$'], '', false],
  ['Google: misspelled disallow', ['Dissallow: /a'], '/a', false],
  ['Google: blank instead of a colon', ['Disallow /a'], '/a', false],
  ['a sentence without a colon is no rule', ['Disallow / for everyone'], '/a', true],
]

describe('isAllowed() for everyone', () => {
  for (const [name, lines, path, expected] of rules) {
    test(name, () => assert.equal(allows(robotsOf('User-agent: *', ...lines), path), expected))
  }
})

/** Whole files, who requests, and whether /a may be requested. */
const groups: [name: string, lines: string[], userAgent: string, isAllowed: boolean][] = [
  ['§2.2.1 the own group', ['User-agent: sitesounder', 'Disallow: /a'], OURS, false],
  ['§2.2.1 names in any case', ['User-agent: SiteSounder', 'Disallow: /a'], 'SITESOUNDER', false],
  ['§2.2.1 another group', ['User-agent: other', 'Disallow: /a'], OURS, true],
  [
    '§2.2.1 the own group instead of *',
    ['User-agent: *', 'Disallow: /', 'User-agent: sitesounder', 'Allow: /'],
    OURS,
    true,
  ],
  [
    '§2.2.1 an empty own group instead of *',
    ['User-agent: *', 'Disallow: /', 'User-agent: sitesounder', 'Disallow:'],
    OURS,
    true,
  ],
  [
    '§2.2.1 * when there is no own group',
    ['User-agent: other', 'Allow: /', 'User-agent: *', 'Disallow: /a'],
    OURS,
    false,
  ],
  ['§2.2.1 a version is not part of the name', ['User-agent: sitesounder/1.0 (+x)', 'Disallow: /a'], OURS, false],
  ['§2.2.1 a longer name is another name', ['User-agent: sitesounder-images', 'Disallow: /a'], OURS, true],
  ['§2.2.1 a shorter name is another name', ['User-agent: site', 'Disallow: /a'], OURS, true],
  ['§2.2.1 several names share a group', ['User-agent: other', 'User-agent: sitesounder', 'Disallow: /a'], OURS, false],
  [
    '§2.2.1 groups of one name are merged',
    [
      'User-agent: sitesounder',
      'Disallow: /b',
      'User-agent: other',
      'Allow: /',
      'User-agent: sitesounder',
      'Disallow: /a',
    ],
    OURS,
    false,
  ],
  [
    '§2.2.1 groups for * are merged',
    ['User-agent: *', 'Disallow: /b', 'User-agent: other', 'Allow: /', 'User-agent: *', 'Disallow: /a'],
    OURS,
    false,
  ],
  [
    '§2.2.1 a rule ends the list of names',
    ['User-agent: sitesounder', 'Disallow: /b', 'User-agent: other', 'Disallow: /a'],
    OURS,
    true,
  ],
  [
    '§2.2.1 an empty rule ends it, too',
    ['User-agent: sitesounder', 'Disallow:', 'User-agent: other', 'Disallow: /a'],
    OURS,
    true,
  ],
  [
    '§2.2.4 Sitemap does not split a group',
    ['User-agent: sitesounder', 'Sitemap: https://x.example/s.xml', 'Disallow: /a'],
    OURS,
    false,
  ],
  [
    '§2.2.4 Sitemap does not end the list of names',
    ['User-agent: sitesounder', 'Sitemap: https://x.example/s.xml', 'User-agent: other', 'Disallow: /a'],
    OURS,
    false,
  ],
  [
    'Crawl-delay does not end the list of names',
    ['User-agent: sitesounder', 'Crawl-delay: 1', 'User-agent: other', 'Disallow: /a'],
    OURS,
    false,
  ],
  ['blank lines do not end a group', ['User-agent: sitesounder', '', '', 'Disallow: /a'], OURS, false],
  ['§2.2.1 rules before any group are skipped', ['Disallow: /a', 'User-agent: *', 'Disallow: /b'], OURS, true],
  ['* with a comment is everyone', ['User-agent: * # all', 'Disallow: /a'], OURS, false],
  ['* in a name is no wildcard', ['User-agent: site*', 'Disallow: /a'], OURS, true],
  ['Google: misspelled user-agent', ['Useragent: *', 'Disallow: /a'], OURS, false],
  ['a name of an object is only a name', ['User-agent: __proto__', 'Disallow: /a'], 'constructor', true],
]

describe('isAllowed() by group', () => {
  for (const [name, lines, userAgent, expected] of groups) {
    test(name, () => assert.equal(allows(robotsOf(...lines), '/a', userAgent), expected))
  }

  test('names the deciding line', () => {
    const robots = robotsOf('User-agent: *', '# comment', 'Disallow: /é  # why', 'Allow: /b')
    assert.deepEqual(isAllowed(robots, { userAgent: OURS, path: '/%C3%A9/x' }), {
      isAllowed: false,
      rule: { line: 3, text: 'Disallow: /é' },
    })
    assert.deepEqual(isAllowed(robots, { userAgent: OURS, path: '/c' }), { isAllowed: true, rule: null })
  })
})

/** Files as bytes that must forbid /a and nothing else. */
const files: [name: string, file: string | Buffer][] = [
  ['§2.2 LF', 'User-agent: *\nDisallow: /a\n'],
  ['§2.2 CRLF', 'User-agent: *\r\nDisallow: /a\r\n'],
  ['§2.2 CR', 'User-agent: *\rDisallow: /a\r'],
  ['§2.2 mixed line ends', 'User-agent: *\r\n\rDisallow: /a'],
  ['no line end at the end', 'User-agent: *\nDisallow: /a'],
  ['byte order mark', '\ufeffUser-agent: *\nDisallow: /a'],
  ['NUL and control octets in other lines', 'User-agent: *\n\0\x01\x1b[31m\nDisallow: /a'],
  ['octets that are no UTF-8', Buffer.concat([Buffer.from('User-agent: *\nDisallow: /\xff\nDisallow: /a', 'latin1')])],
  ['a file beyond 500 KiB (§2.5)', `User-agent: *\n${'# filler\n'.repeat(60_000)}Disallow: /a`],
]

describe('parseRobots()', () => {
  for (const [name, file] of files) {
    test(name, () => {
      const robots = parseRobots(Buffer.from(file))
      assert.equal(allows(robots, '/a'), false)
      assert.equal(allows(robots, '/b'), true)
    })
  }

  test('counts CRLF as one line end', () => {
    const robots = parseRobots(Buffer.from('User-agent: *\r\n\r\nDisallow: /a'))
    assert.equal(isAllowed(robots, { userAgent: OURS, path: '/a' }).rule?.line, 3)
  })

  test('drops the line that the limit cuts', () => {
    const start = 'User-agent: *\n'
    const filler = '#'.repeat(MAX_ROBOTS_BYTES - start.length - '\nDisallow: /'.length)
    const robots = parseRobots(Buffer.from(`${start}${filler}\nDisallow: /admin\n`))
    assert.equal(robots.isTruncated, true)
    assert.equal(allows(robots, '/shop'), true)
  })

  test('lists sitemaps of all groups with their lines, absolute ones only', () => {
    const robots = robotsOf(
      'Sitemap: https://x.example/1.xml',
      'User-agent: *',
      'sitemap:https://x.example/2.xml',
      'Sitemap: /3.xml',
    )
    assert.deepEqual(robots.sitemaps, [
      { url: 'https://x.example/1.xml', line: 1 },
      { url: 'https://x.example/2.xml', line: 3 },
    ])
  })

  test('names lines that are not understood', () => {
    const robots = robotsOf(
      'Disallow: /early',
      'User-agent: *',
      'Nonsense',
      'Foo: bar',
      'Disallow: private',
      'Disallow: /a$b',
      'Sitemap: /s.xml',
      'Host: x.example',
      'Content-Signal: search=yes',
      'Dissallow: /c',
    )
    assert.deepEqual(
      robots.problems.map(problem => [problem.line, problem.kind]),
      [
        [1, 'rule-before-group'],
        [3, 'no-colon'],
        [4, 'unknown-field'],
        [5, 'path-without-slash'],
        [6, 'dollar-not-at-end'],
        [7, 'sitemap-not-absolute'],
        [10, 'unknown-field'],
      ],
    )
  })

  test('keeps a bounded number of problems and counts all', () => {
    const robots = robotsOf(...Array.from({ length: 5_000 }, () => '<p>not robots</p>'))
    assert.equal(robots.problems.length, 100)
    assert.equal(robots.totalProblems, 5_000)
  })

  test('takes any bytes', () => {
    let state = 7
    for (let round = 0; round < 300; round += 1) {
      const bytes = Uint8Array.from({ length: 200 }, () => {
        state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
        return state >> 8
      })
      const robots = parseRobots(bytes)
      assert.equal(isAllowed(robots, { userAgent: OURS, path: '/x' }).isAllowed, true)
    }
  })
})

const delays: [name: string, lines: string[], expected: number | null][] = [
  ['of the own group', ['User-agent: *', 'Crawl-delay: 9', 'User-agent: sitesounder', 'Crawl-delay: 2'], 2],
  ['of * when there is no own group', ['User-agent: *', 'Crawl-delay: 1.5'], 1.5],
  ['none in the own group', ['User-agent: *', 'Crawl-delay: 9', 'User-agent: sitesounder', 'Disallow:'], null],
  [
    'the longest of merged groups',
    ['User-agent: *', 'Crawl-delay: 1', 'Disallow: /b', 'User-agent: *', 'Crawl-delay: 3'],
    3,
  ],
  ['not that of a name above', ['User-agent: other', 'Crawl-delay: 30', 'User-agent: *', 'Disallow: /b'], null],
  ['of several names', ['User-agent: other', 'User-agent: *', 'Disallow: /b', 'Crawl-delay: 4'], 4],
  ['of several names, the own one first', ['User-agent: sitesounder', 'User-agent: other', 'Crawl-delay: 4'], 4],
  ['nonsense', ['User-agent: *', 'Crawl-delay: soon'], null],
  ['negative', ['User-agent: *', 'Crawl-delay: -5'], null],
  ['empty', ['User-agent: *', 'Crawl-delay:'], null],
  ['a fraction without its zero', ['User-agent: *', 'Crawl-delay: .5'], 0.5],
  ['a fraction with a comma', ['User-agent: *', 'Crawl-delay: 1,5'], null],
  ['with a unit', ['User-agent: *', 'Crawl-delay: 10s'], null],
  ['hexadecimal', ['User-agent: *', 'Crawl-delay: 0x10'], null],
  ['with an exponent', ['User-agent: *', 'Crawl-delay: 1e3'], null],
  ['more digits than a number has', ['User-agent: *', `Crawl-delay: ${'9'.repeat(400)}`], null],
  ['absurd, for the caller to cap', ['User-agent: *', 'Crawl-delay: 86400'], 86_400],
]

describe('crawlDelaySeconds()', () => {
  for (const [name, lines, expected] of delays) {
    test(name, () => assert.equal(crawlDelaySeconds(robotsOf(...lines), OURS), expected))
  }
})

const siteRules: [name: string, lines: string[], expected: ReturnType<typeof siteRuleFor>][] = [
  ['nothing is closed', ['User-agent: *', 'Disallow:'], null],
  ['everyone', ['User-agent: *', 'Disallow: /'], { line: 2, text: 'Disallow: /', agent: '*', allowLines: 0 }],
  ['by wildcards', ['User-agent: *', 'Disallow: *'], { line: 2, text: 'Disallow: *', agent: '*', allowLines: 0 }],
  [
    'by a slash and a wildcard',
    ['User-agent: *', 'Disallow: /*'],
    { line: 2, text: 'Disallow: /*', agent: '*', allowLines: 0 },
  ],
  [
    'Googlebot alone, in a later group',
    ['User-agent: *', 'Allow: /', 'User-agent: Googlebot', 'Disallow: /'],
    { line: 4, text: 'Disallow: /', agent: 'googlebot', allowLines: 0 },
  ],
  ['everyone but Googlebot', ['User-agent: *', 'Disallow: /', 'User-agent: Googlebot', 'Disallow: /x'], null],
  ['another crawler', ['User-agent: GPTBot', 'Disallow: /'], null],
  ['the start page alone', ['User-agent: *', 'Disallow: /$'], null],
  ['all but the start page', ['User-agent: *', 'Disallow: /', 'Allow: /$'], null],
  ['an equal line opens it', ['User-agent: *', 'Disallow: /', 'Allow: /'], null],
  [
    'all but a directory',
    ['User-agent: *', 'Disallow: /', 'Allow: /open/'],
    { line: 2, text: 'Disallow: /', agent: '*', allowLines: 1 },
  ],
  ['a directory', ['User-agent: *', 'Disallow: /a'], null],
]

describe('siteRuleFor()', () => {
  for (const [name, lines, expected] of siteRules) {
    test(name, () => assert.deepEqual(siteRuleFor(robotsOf(...lines), 'googlebot'), expected))
  }
})

describe('patterns made to be slow', () => {
  test('wildcards without end are matched within the test run', () => {
    const robots = robotsOf('User-agent: *', `Disallow: /${'a*'.repeat(4_000)}b`)
    assert.equal(allows(robots, `/${'a'.repeat(8_000)}`), true)
  })

  test('long literals that nearly match are found where they are', () => {
    const literal = `${'a'.repeat(2_000)}b`
    const robots = robotsOf(
      'User-agent: *',
      ...Array.from({ length: 100 }, (_, index) => `Disallow: /*${'c'.repeat(index)}${literal}`),
    )
    assert.equal(allows(robots, `/${'a'.repeat(8_000)}`), true)
    assert.equal(allows(robots, `/${'a'.repeat(6_000)}b`), false)
  })

  const wildcards = (count: number) => [
    'User-agent: *',
    ...Array.from({ length: count }, (_, index) => `Disallow: /*a${index}b`),
  ]

  test('a long path and more wildcards than are compared with it are not allowed, whatever the other rules say', () => {
    const robots = robotsOf(...wildcards(200), 'Allow: /')
    const result = isAllowed(robots, { userAgent: OURS, path: `/${'a'.repeat(8_000)}` })
    assert.deepEqual(result, { isAllowed: false, rule: null })
    const known = new KnownRobots(OURS)
    known.set('https://x.example', { robots, unreadable: null })
    assert.equal(
      known.check(`https://x.example/${'a'.repeat(8_000)}`).because,
      'it has too many rules for a URL of this length',
    )
  })

  test('thousands of wildcards are compared with a path of usual length, and rules for other paths take nothing', () => {
    const robots = robotsOf(...wildcards(4_000), ...Array.from({ length: 4_000 }, (_, index) => `Allow: /x${index}/*y`))
    assert.equal(allows(robots, `/${'a'.repeat(200)}`), true)
    assert.equal(allows(robots, `/${'a'.repeat(190)}a3999b`), false)
  })
})
