import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isAllowed, MAX_ROBOTS_BYTES, parseRobots } from './robots.ts'

/**
 * Cases by section of RFC 9309, by Google's documentation ("How Google interprets the robots.txt specification") and by what
 * Google's open parser does. A row of the documentation's table may appear with its neighbours, so that a table can be read
 * beside it. Deliberately not followed, as neither standard nor documented: `index.html` standing for its folder, fields
 * known by their first letters, lines cut at 16 KiB.
 */
type Row = [section: string, what: string, lines: string[] | Buffer, path: string, isAllowed: boolean]

const OURS = 'sitesounder'
const octets = (text: string) => Buffer.from(text, 'latin1')

function assertRow([section, what, lines, path, expected]: Row, userAgent = OURS): void {
  test(`${section}: ${what}, ${path.length > 60 ? `${path.slice(0, 60)}…` : path}`, () => {
    const robots = parseRobots(Array.isArray(lines) ? Buffer.from(lines.join('\n')) : lines)
    assert.equal(isAllowed(robots, { userAgent, path }).isAllowed, expected)
  })
}

/** One rule, and what it does to paths: + it matches, - it does not. */
const matching: [section: string, value: string, matched: string[], notMatched: string[]][] = [
  ['§2.2.2', '/', ['/', '/a', '/a?b', '/?a', '//', '/%00'], []],
  [
    'Google, path examples',
    '/fish',
    ['/fish', '/fish.html', '/fish/salmon.html', '/fishheads/yummy.html', '/fish.html?id=anything'],
    ['/Fish.asp', '/catfish', '/?id=fish', '/desert/fish'],
  ],
  [
    'Google, path examples',
    '/fish*',
    ['/fish', '/fishheads', '/fish.php?id=x'],
    ['/Fish.asp', '/catfish', '/?id=fish'],
  ],
  [
    'Google, path examples',
    '/fish/',
    ['/fish/', '/fish/?id=anything', '/fish/salmon.htm'],
    ['/fish', '/fish.html', '/animals/fish/', '/Fish/Salmon.asp'],
  ],
  [
    'Google, path examples',
    '/*.php',
    ['/index.php', '/folder/any.php.file.html', '/filename.php/', '/filename.php?parameters', '/index?f=filename.php/'],
    ['/', '/windows.PHP', '/php/', '/index?php'],
  ],
  [
    'Google, path examples',
    '/*.php$',
    ['/filename.php', '/folder/filename.php', '/a.php.php'],
    ['/filename.php?parameters', '/filename.php/', '/filename.php5', '/windows.PHP'],
  ],
  [
    'Google, path examples',
    '/fish*.php',
    ['/fish.php', '/fishheads/catfish.php?parameters'],
    ['/Fish.PHP', '/fish.ph'],
  ],
  ['§2.2.3', '/$', ['/'], ['/a', '/?a', '//']],
  ['§2.2.3', '/a*$', ['/a', '/ab'], ['/b']],
  ['§2.2.3', '/*$', ['/', '/a'], []],
  ['§2.2.3', '/a$$', ['/a$'], ['/a', '/a$$']],
  ['§2.2.3', '/a$*', ['/a$', '/a$b'], ['/a']],
  ['§2.2.3', '/*a*b*c', ['/abc', '/xaxbxcx'], ['/acb', '/ab']],
  ['§2.2.3', '/ab*ab$', ['/abab', '/ab/ab'], ['/ab', '/aba']],
  ['§2.2.3', '/%2A', ['/*', '/%2a'], ['/a', '/']],
  ['§2.2.3', '/a%24', ['/a$', '/a%24b'], ['/a']],
  ['§2.2.3', '/a?b', ['/a?b', '/a?bc'], ['/ab', '/axb', '/a']],
  ['§2.2.3', '/a.b', ['/a.b'], ['/axb']],
  ['§2.2.3', '/[a-z]+(x|y)', ['/[a-z]+(x|y)'], ['/a', '/aax']],
  [
    '§2.2.2, table of examples',
    '/foo/bar?baz=https://foo.bar',
    ['/foo/bar?baz=https://foo.bar', '/foo/bar?baz=https%3A%2F%2Ffoo.bar', '/foo/bar?baz=https%3a//foo.bar'],
    ['/foo/bar?baz=http://foo.bar'],
  ],
  [
    '§2.2.2, table of examples',
    '/foo/bar/ツ',
    ['/foo/bar/%E3%83%84', '/foo/bar/ツ', '/foo/bar/%e3%83%84/x'],
    ['/foo/bar/%E3'],
  ],
  ['§2.2.2, table of examples', '/foo/bar/%62%61%7A', ['/foo/bar/baz', '/foo/bar/%62%61%7A'], ['/foo/bar/%62']],
  ['§2.2.2', '/a%2fb', ['/a%2Fb', '/a%2fb'], ['/a/b']],
  ['§2.2.2', '/a%3Fb', ['/a%3Fb'], ['/a?b']],
  ['§2.2.2', '/a%23b', ['/a%23b'], ['/a#b']],
  ['§2.2.2', '/a%20b', ['/a%20b', '/a b'], ['/a+b']],
  ['§2.2.2', '/a|b', ['/a|b', '/a%7Cb', '/a%7cb'], ['/a']],
  ['§2.2.2', '/a%', ['/a%', '/a%b'], ['/a']],
  ['§2.2.2', '/a%zz', ['/a%zz'], ['/a']],
  ['§2.2.2', '/%25', ['/%25'], ['/%2%35', '/%']],
  ['§2.2.2', '/*to=http%3A%2F%2F', ['/a?to=http%3A%2F%2Fx', '/a?to=http%3a%2f%2fx'], ['/a']],
  ['§2.2.2', '/*to=http://', ['/a?to=http://x', '/a?to=http%3A%2F%2Fx'], ['/a?to=x']],
  ['§2.2.2', '/é', ['/%C3%A9', '/é'], ['/e', '/%C3']],
  ['§2.2.2', '/à', ['/%C3%A0', '/%C3%A0/x'], ['/%C3%A9', '/%C3']],
  ['§2.2.2', '/Р', ['/%D0%A0'], ['/%D0%A1']],
]

describe('a value and the paths it matches', () => {
  for (const [section, value, matched, notMatched] of matching) {
    for (const path of matched)
      assertRow([section, `${value} matches`, ['User-agent: *', `Disallow: ${value}`], path, false])
    for (const path of notMatched)
      assertRow([section, `${value} leaves`, ['User-agent: *', `Disallow: ${value}`], path, true])
  }
})

const everyone = (...rules: string[]) => ['User-agent: *', ...rules]

const precedence: Row[] = [
  ['Google, order of precedence', 'allow is longer', everyone('Allow: /p', 'Disallow: /'), '/page', true],
  [
    'Google, order of precedence',
    'equal, the least restrictive',
    everyone('Allow: /folder', 'Disallow: /folder'),
    '/folder/page',
    true,
  ],
  [
    'Google, order of precedence',
    'the longer one with a wildcard',
    everyone('Allow: /page', 'Disallow: /*.htm'),
    '/page.htm',
    false,
  ],
  [
    'Google, order of precedence',
    'equal, with a wildcard',
    everyone('Allow: /page', 'Disallow: /*.ph'),
    '/page.php5',
    true,
  ],
  ['Google, order of precedence', 'the root only', everyone('Allow: /$', 'Disallow: /'), '/', true],
  ['Google, order of precedence', 'the root only', everyone('Allow: /$', 'Disallow: /'), '/page.htm', false],
  ['§2.2.2', 'octets, not characters, are counted', everyone('Allow: /é', 'Disallow: /*abc'), '/éabc', true],
  ['§2.2.2', 'a wildcard counts as an octet', everyone('Allow: /ab', 'Disallow: /a*b'), '/ab', false],
  ['§2.2.2', 'the dollar sign counts as an octet', everyone('Allow: /ab', 'Disallow: /ab$'), '/ab', false],
  ['§2.2.2', 'a repeated rule is one rule', everyone('Disallow: /a', 'Disallow: /a', 'Allow: /a'), '/a', true],
  ['§2.2.2', 'both empty', everyone('Disallow:', 'Allow:'), '/a', true],
  ['§2.2.2', 'an empty value after a forbidding one', everyone('Disallow: /', 'Disallow:'), '/a', false],
  ['§2.2.2', 'blanks only are empty', everyone('Disallow:  \t '), '/a', true],
  ['§2.2.2', 'the shorter disallow beside a longer allow', everyone('Disallow: /x', 'Allow: /x/'), '/x', false],
  ['§2.2.2', 'the longer allow beside a shorter disallow', everyone('Disallow: /x', 'Allow: /x/'), '/x/', true],
  [
    '§5.2',
    'the longest match of the example',
    everyone('Allow: /example/page/', 'Disallow: /example/page/disallowed.gif'),
    '/example/page/',
    true,
  ],
  [
    '§5.2',
    'the longest match of the example',
    everyone('Allow: /example/page/', 'Disallow: /example/page/disallowed.gif'),
    '/example/page/disallowed.gif',
    false,
  ],
  ['§2.2.2', '/robots.txt stays open', everyone('Disallow: /robots.txt', 'Disallow: /*'), '/robots.txt', true],
  ['§2.2.2', '/robots.txt with a query is another URL', everyone('Disallow: /'), '/robots.txt?x', false],
  ['§2.2.2', 'a value that is a URL matches nothing', everyone('Disallow: https://example.com/a'), '/a', true],
  [
    '§2.2.2',
    'a value without a slash matches nothing',
    everyone('Disallow: a', 'Disallow: $', 'Disallow: %2F'),
    '/a',
    true,
  ],
]

const bots = [
  'User-agent: ExampleBot',
  'Disallow: /foo',
  'Disallow: /bar',
  '',
  'User-agent: ExampleBot',
  'Disallow: /baz',
]

const groups: Row[] = [
  ['§2.2.1', 'names in any letter case', ['USER-agent: SITESOUNDER', 'Disallow: /'], '/', false],
  ['§2.2.1', 'a name with words after it', ['User-agent: Sitesounder Images', 'Disallow: /'], '/', false],
  ['§2.2.1', 'a name with a version', ['User-agent: Sitesounder/2.0', 'Disallow: /'], '/', false],
  ['§2.2.1', 'a name with a digit is cut there', ['User-agent: sitesounder2', 'Disallow: /'], '/', false],
  ['§2.2.1', 'a name that goes on with a hyphen', ['User-agent: sitesounder-news', 'Disallow: /'], '/', true],
  ['§2.2.1', 'a name that goes on with an underscore', ['User-agent: sitesounder_news', 'Disallow: /'], '/', true],
  ['§2.2.1', 'a name within another name', ['User-agent: mysitesounder', 'Disallow: /'], '/', true],
  ['§2.2.1', 'an empty name', ['User-agent:', 'Disallow: /'], '/', true],
  ['§2.2.1', 'a name in another script', ['User-agent: ツ', 'Disallow: /'], '/', true],
  ['§2.2.1', 'a star followed by letters', ['User-agent: *bot', 'Disallow: /'], '/', true],
  ['§2.2.1', 'a star followed by words', ['User-agent: * everybody', 'Disallow: /'], '/', false],
  [
    '§2.2.1',
    'groups of * before and after',
    ['User-agent: *', 'Disallow: /a', 'User-agent: x', 'Disallow: /b', 'User-agent: *', 'Disallow: /c'],
    '/a',
    false,
  ],
  [
    '§2.2.1',
    'groups of * before and after',
    ['User-agent: *', 'Disallow: /a', 'User-agent: x', 'Disallow: /b', 'User-agent: *', 'Disallow: /c'],
    '/c',
    false,
  ],
  [
    '§2.2.1',
    'not the group between',
    ['User-agent: *', 'Disallow: /a', 'User-agent: x', 'Disallow: /b', 'User-agent: *', 'Disallow: /c'],
    '/b',
    true,
  ],
  ['§2.2.1', 'a name and * share a group', ['User-agent: sitesounder', 'User-agent: *', 'Disallow: /a'], '/a', false],
  [
    '§2.2.1',
    'the own group alone counts',
    ['User-agent: *', 'Disallow: /a', 'User-agent: sitesounder', 'Disallow: /b'],
    '/a',
    true,
  ],
  [
    '§2.2.1',
    'the own group alone counts',
    ['User-agent: *', 'Disallow: /a', 'User-agent: sitesounder', 'Disallow: /b'],
    '/b',
    false,
  ],
  ['§2.2.1', 'an own group without rules', ['User-agent: *', 'Disallow: /a', 'User-agent: sitesounder'], '/a', true],
  ['§2.2.1', 'neither own group nor *', ['User-agent: x', 'Disallow: /'], '/', true],
  [
    '§2.2.1',
    'an own group after a shared one',
    ['User-agent: x', 'User-agent: sitesounder', 'Disallow: /a', 'User-agent: sitesounder', 'Disallow: /b'],
    '/a',
    false,
  ],
  [
    '§2.2.4',
    'a sitemap between names',
    ['User-agent: sitesounder', 'Sitemap: https://x.example/', 'User-agent: *', 'Disallow: /'],
    '/',
    false,
  ],
  [
    '§2.2.4',
    'an unknown line between names',
    ['User-agent: sitesounder', 'Unknown: line', 'User-agent: *', 'Disallow: /'],
    '/',
    false,
  ],
  [
    '§2.2.4',
    'an unknown line between rules',
    ['User-agent: *', 'Disallow: /a', 'Noindex: /c', 'Disallow: /b'],
    '/b',
    false,
  ],
  ['§2.2.4', 'noindex is no rule', ['User-agent: *', 'Noindex: /a'], '/a', true],
  ['§2.1', 'rules before the first group', ['Disallow: /', 'User-agent: x', 'Disallow: /'], '/', true],
  ['§2.1', 'an empty file', [], '/', true],
  ['§2.1', 'comments only', ['# User-agent: *', '# Disallow: /'], '/', true],
]

describe('precedence', () => {
  for (const row of precedence) assertRow(row)
})

describe('groups', () => {
  for (const row of groups) assertRow(row)
  for (const [path, expected] of [
    ['/foo', false],
    ['/bar', false],
    ['/baz', false],
    ['/qux', true],
  ] as const) {
    assertRow(['§2.2.1', 'the example of two groups of one name', bots, path, expected], 'ExampleBot')
  }
  assertRow(['§2.2.1', 'the example does not concern others', bots, '/foo', true])
})

const rule = (line: string): string[] => ['User-agent: *', line]

const syntax: Row[] = [
  ['§2.2', 'a field in any letter case', ['uSeR-aGeNt: *', 'dIsAlLoW: /a'], '/a', false],
  ['§2.2', 'no blank after the colon', ['User-agent:*', 'Disallow:/a'], '/a', false],
  ['§2.2', 'blanks before the colon', ['User-agent :*', 'Disallow\t: /a'], '/a', false],
  ['§2.2', 'tabs around the value', rule('Disallow:\t/a\t'), '/a', false],
  ['§2.2', 'blanks before the field', ['   User-agent: *', '\tDisallow: /a'], '/a', false],
  ['§2.2', 'a comment right after the value', rule('Disallow: /a#b'), '/a', false],
  ['§2.2', 'a comment instead of a value', rule('Disallow: # /a'), '/a', true],
  ['§2.2', 'a comment line between', ['User-agent: *', '#', 'Disallow: /a'], '/a', false],
  ['§2.2', 'a second colon belongs to the value', rule('Disallow: /a:b'), '/a:b', false],
  ['§2.2', 'a second colon belongs to the value', rule('Disallow: /a:b'), '/a', true],
  ['§2.2', 'a line without field', rule(': /a'), '/a', true],
  ['§2.2', 'blanks within a value are octets of it', rule('Disallow: /a b'), '/a%20b', false],
  ['Google, parser', 'blank instead of the colon', ['User-agent *', 'Disallow /a'], '/a', false],
  ['Google, parser', 'tab instead of the colon', ['User-agent\t*', 'Disallow\t/a'], '/a', false],
  ['Google, parser', 'three words are a sentence', rule('Disallow /a please'), '/a', true],
  ['Google, parser', 'a field alone', rule('Disallow'), '/a', true],
  ...['dissallow', 'dissalow', 'disalow', 'diasllow', 'disallaw'].map(
    (field): Row => ['Google, parser', `misspelled as ${field}`, rule(`${field}: /a`), '/a', false],
  ),
  ['Google, parser', 'allow has no misspellings', ['User-agent: *', 'Disallow: /', 'Alow: /a'], '/a', false],
  ['Google, parser', 'user agent with a blank', ['User agent: *', 'Disallow: /a'], '/a', false],
  ['§2.3', 'LF', octets('User-agent: *\nDisallow: /a\n'), '/a', false],
  ['§2.3', 'CR LF', octets('User-agent: *\r\nDisallow: /a\r\n'), '/a', false],
  ['§2.3', 'CR', octets('User-agent: *\rDisallow: /a\r'), '/a', false],
  ['§2.3', 'LF CR', octets('User-agent: *\n\rDisallow: /a\n\r'), '/a', false],
  ['§2.3', 'no line end at the end', octets('User-agent: *\nDisallow: /a'), '/a', false],
  ['§2.3', 'NEL ends no line', octets('User-agent: *\x85Disallow: /a'), '/a', true],
  ['§2.3', 'a vertical tab ends no line', octets('User-agent: *\nAllow: /b\vDisallow: /a'), '/a', true],
  ['§2.3', 'byte order mark', octets('\xef\xbb\xbfUser-agent: *\nDisallow: /a'), '/a', false],
  ['Google, parser', 'two octets of a byte order mark', octets('\xef\xbbUser-agent: *\nDisallow: /a'), '/a', false],
  ['Google, parser', 'one octet of a byte order mark', octets('\xefUser-agent: *\nDisallow: /a'), '/a', false],
  [
    'Google, parser',
    'a broken byte order mark spoils its line',
    octets('\xef\x11\xbfUser-agent: *\nDisallow: /a'),
    '/a',
    true,
  ],
  [
    'Google, parser',
    'a byte order mark in the middle spoils its line',
    octets('User-agent: *\n\xef\xbb\xbfDisallow: /a'),
    '/a',
    true,
  ],
  [
    '§2.3',
    'two byte order marks spoil the line',
    octets('\xef\xbb\xbf\xef\xbb\xbfUser-agent: *\nDisallow: /a'),
    '/a',
    true,
  ],
  ['§2.3', 'UTF-16 is not understood', Buffer.from('\ufeffUser-agent: *\nDisallow: /a', 'utf16le'), '/a', true],
  ['§2.3', 'Latin-1 is compared octet by octet', octets('User-agent: *\nDisallow: /\xe9'), '/%E9', false],
  ['§2.3', 'Latin-1 is not its letter in UTF-8', octets('User-agent: *\nDisallow: /\xe9'), '/é', true],
  ['§2.3', 'NUL within a value is an octet of it', octets('User-agent: *\nDisallow: /a\0b'), '/a', true],
  ['§2.3', 'NUL within a value matches its triplet', octets('User-agent: *\nDisallow: /a\0b'), '/a%00b', false],
  ['§2.3', 'a control octet in a field spoils it', octets('User-agent: *\nDis\x01allow: /a'), '/a', true],
  ['§2.3', 'markup is no rule', ['<html><body>', 'User-agent: *', '<p>Disallow: /a</p>'], '/a', true],
  ['§2.5', 'a rule before 500 KiB', ['User-agent: *', '#'.repeat(499 * 1_024), 'Disallow: /a'], '/a', false],
  ['§2.5', 'a line of 500 KiB', rule(`Disallow: /${'a'.repeat(500 * 1_024)}`), '/a', true],
  [
    '§2.5',
    'a rule right before the limit',
    Buffer.from(`User-agent: *\n${'#'.repeat(MAX_ROBOTS_BYTES - 28)}\nDisallow: /a\nDisallow: /`),
    '/a',
    false,
  ],
  ['§2.5', 'a rule beyond the limit', ['User-agent: *', '#'.repeat(MAX_ROBOTS_BYTES), 'Disallow: /a'], '/a', true],
  [
    '§2.5',
    'a rule that the limit cuts belongs to no group',
    Buffer.from(`User-agent: *\n${'#'.repeat(MAX_ROBOTS_BYTES - 26)}\nDisallow: /admin`),
    '/',
    true,
  ],
]

describe('lines, octets and limits', () => {
  for (const row of syntax) assertRow(row)

  test('§2.5: a file that arrived cut loses its last line, however short it is', () => {
    const file = Buffer.from('User-agent: *\nDisallow: /a\nDisallow: /')
    const path = '/b'
    assert.equal(isAllowed(parseRobots(file, true), { userAgent: OURS, path }).isAllowed, true)
    assert.equal(isAllowed(parseRobots(file), { userAgent: OURS, path }).isAllowed, false)
  })
})
