import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { loadCommands } from '#cli/commands.ts'
import { serveHttp } from '#fetch/test-server.ts'
import { fastFlags, runCommand } from '../support/command.ts'
import { temporaryFolder } from '../support/storage.ts'

/** `--json`, `--quiet`, and `-` in place of a file. */

let folder: string
let site: Awaited<ReturnType<typeof serveHttp>>

before(async () => {
  folder = temporaryFolder()
  mkdirSync(folder, { recursive: true })
  site = await serveHttp(({ url }, response) => {
    const isRobots = url === '/robots.txt'
    response.writeHead(200, { 'content-type': isRobots ? 'text/plain' : 'text/html; charset=utf-8' })
    response.end(isRobots ? 'User-agent: *\nDisallow: /closed' : '<!doctype html><title>A page</title><h1>A page</h1>')
  })
})
after(async () => {
  await site[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
})

const run = (args: readonly string[], input = '') => runCommand(args, { cwd: folder, input })
const audit = (...args: string[]) => run(['audit', `${site.origin}/`, '--fail-on', 'never', ...fastFlags, ...args])

/** They print no result: they serve, crawl, put questions, or print what a shell or an editor reads. */
const WITHOUT_JSON = ['serve', 'worker', 'mcp', 'init', 'completion']

test('every command that prints a result takes --json, and says so in its help', async () => {
  const commands = [...(await loadCommands())].filter(([name]) => !WITHOUT_JSON.includes(name))
  for (const [name, { flags, help }] of commands) {
    assert.ok('json' in flags, name)
    assert.match(help.options ?? '', /^ {2}--json /m, name)
  }
})

describe('--json', () => {
  const cases: [
    command: string,
    args: () => string[],
    code: number,
    isRight: (value: Record<string, unknown>) => boolean,
  ][] = [
    [
      'scope',
      () => ['scope', site.origin, '/closed', '--json'],
      1,
      ({ urls }) => Array.isArray(urls) && urls.length === 1,
    ],
    [
      'robots',
      () => ['robots', site.origin, '/closed', '/open', '--json'],
      1,
      value => Array.isArray(value) && value.length === 2,
    ],
    ['config', () => ['config', '--json'], 0, ({ file, values }) => file === null && Array.isArray(values)],
  ]
  for (const [command, args, expected, isRight] of cases)
    test(`prints one JSON value for ${command}`, async () => {
      const { code, stdout, stderr } = await run(args())
      assert.deepEqual([code, stderr], [expected, ''])
      assert.ok(isRight(JSON.parse(stdout)), stdout)
    })
})

describe('-', () => {
  test('is standard output for reports', async () => {
    const named = await audit('--json', '--output', '-')
    assert.equal(JSON.parse(named.stdout).format, 'sitesounder-report')
    const further = await audit('--json', '--output', 'report.json', '--also', 'markdown:-')
    assert.match(further.stdout, /^## Audit of `/)
    assert.equal(JSON.parse(readFileSync(path.join(folder, 'report.json'), 'utf8')).format, 'sitesounder-report')
  })

  const inputs: [of: string, args: () => string[], input: string, printed: RegExp][] = [
    [
      '--urls of scope',
      () => ['scope', site.origin, '--urls', '-'],
      '\ufeff/closed\r\n/open\r\n',
      /\/closed.*\n.*\/open/,
    ],
    ['robots', () => ['robots', site.origin, '/open', '--file', '-'], 'User-agent: *\nDisallow: /open\n', /^blocked/m],
    ['--urls of robots', () => ['robots', site.origin, '--urls', '-'], '/closed\n', /^blocked/m],
  ]
  for (const [of, args, input, printed] of inputs)
    test(`is standard input for ${of}`, async () => {
      assert.match((await run(args(), input)).stdout, printed)
    })

  test('is standard input for the settings and the credentials of an audit', async () => {
    const settings = await run(
      ['audit', `${site.origin}/`, '--json', '--settings', '-', '--fail-on', 'never', ...fastFlags],
      '{"checks":[{"checkId":"meta-description-missing","isOff":true,"severity":null}]}',
    )
    const issues: { check: string }[] = JSON.parse(settings.stdout).issues
    assert.ok(!issues.some(({ check }) => check === 'meta-description-missing'))
    const credentials = await run(['audit', site.origin, '--auth-file', '-', ...fastFlags], 'no JSON')
    assert.match(credentials.stderr, /^The file - of --auth-file/)
  })
})
