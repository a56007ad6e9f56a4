import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { type DemoSite, startDemoSite } from '#demo-site/site.ts'
import { serveHttp } from '#fetch/test-server.ts'
import { commandEnvironment, fastFlags } from '../support/command.ts'
import {
  finished,
  type InstalledPackage,
  installOldestNode,
  installPackage,
  ownManifest,
  runNpm,
} from './installed-package.ts'

/** The packed file in an empty folder, without a browser, Lighthouse or the driver of PostgreSQL. Packages come from npm's registry. */

const MAX_INSTALLED_BYTES = 40 * 1024 * 1024

let site: DemoSite
let installed: InstalledPackage
let oldestNode: string

before(async () => {
  site = await startDemoSite()
  installed = await installPackage()
  oldestNode = await installOldestNode(path.dirname(installed.packedFile))
})
after(async () => {
  installed?.[Symbol.dispose]()
  await site?.[Symbol.asyncDispose]()
})

describe('the packed file', () => {
  test('installs into less than 40 MB, and cannot be published by mistake', t => {
    t.diagnostic(
      `${(installed.packedBytes / 1e6).toFixed(1)} MB packed, ${(installed.installedBytes / 1e6).toFixed(1)} MB installed`,
    )
    assert.ok(installed.installedBytes < MAX_INSTALLED_BYTES)
    // A script that npm would run at install needs the consent of the one who installs.
    assert.doesNotMatch(installed.warnings, /install-scripts/)
    assert.equal(existsSync(path.join(installed.folder, 'node_modules/lighthouse')), false)
    assert.deepEqual([ownManifest().private, ownManifest().license], [true, 'UNLICENSED'])
  })

  test('finds the same on the oldest and on the pinned Node.js', async () => {
    const reports = await Promise.all(
      [oldestNode, process.execPath].map(async node => {
        const { code, stdout, stderr } = await installed.run(node, [
          ...['audit', site.url, '--limit', '200', '--format', 'json', '--part', 'issues'],
          ...fastFlags,
        ])
        assert.deepEqual([code, stderr], [1, ''])
        const issues: { check: string; message: string }[] = JSON.parse(stdout).issues
        return issues.map(({ check, message }) => `${check} ${message}`).toSorted()
      }),
    )
    assert.notEqual(reports[0]?.length, 0)
    assert.deepEqual(reports[0], reports[1])
  })

  test('serves the web front end that it was packed with', async () => {
    const command = path.join(installed.folder, 'node_modules/sitesounder/bin/sitesounder.mjs')
    const server = spawn(process.execPath, [command, 'serve', '--port', '0'], {
      cwd: installed.folder,
      env: commandEnvironment(),
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    try {
      const url = await new Promise<string>(resolve => {
        let said = ''
        server.stdout.setEncoding('utf8').on('data', (text: string) => {
          said += text
          const found = /is ready on (http:\S+)/.exec(said)?.[1]
          if (found !== undefined) resolve(found)
        })
      })
      const page = await (await fetch(url)).text()
      const [, script = ''] = /<script type="module"[^>]* src="([^"]+)"/.exec(page) ?? []
      const { status, headers } = await fetch(new URL(script, url))
      assert.deepEqual([status, headers.get('content-type')], [200, 'text/javascript; charset=utf-8'])
    } finally {
      server.kill()
      await once(server, 'exit')
    }
  })

  test('shows the help of all commands, and says how to add what a feature needs', async () => {
    const help = await installed.run(oldestNode, ['--help'])
    assert.deepEqual([help.code, help.stderr], [0, ''])
    const worker = await installed.run(oldestNode, ['worker'], { SITESOUNDER_DATABASE_URL: 'postgres://127.0.0.1:9/x' })
    assert.equal(
      worker.stderr,
      'A PostgreSQL database needs the packages pg and pg-boss: run "npm install pg pg-boss" where Sitesounder is installed.\n',
    )
    const speed = await installed.run(oldestNode, ['pagespeed', site.url])
    assert.match(
      speed.stderr,
      /^Lighthouse on this machine needs the package lighthouse: run "npm install lighthouse"/m,
    )
    const env = { PATH: '/sitesounder-no-browser' }
    const rendered = await installed.run(oldestNode, ['audit', site.url, '--limit', '1', '--render'], env)
    assert.deepEqual(
      [rendered.code, rendered.stderr],
      [
        2,
        'The scripts of pages cannot be run: there is no Chromium on this machine. Install Chromium or Chrome, or set CHROME_PATH to one.\n',
      ],
    )
  })

  const linters: [name: string, command: readonly string[]][] = [
    ['publint', ['publint@0.3.25', '--strict']],
    ['Are the types wrong', ['@arethetypeswrong/cli@0.18.5', '--profile', 'esm-only']],
  ]
  for (const [name, [program = '', ...flags]] of linters)
    test(`has no problem that ${name} knows`, async () => {
      const args = ['--yes', program, installed.packedFile, ...flags]
      const { code, stdout, stderr } = await runNpm('npx', args, installed.folder)
      assert.equal(code, 0, `${stdout}${stderr}`)
    })
})

const ROOT = path.join(import.meta.dirname, '..', '..')
const EXAMPLE = /^```ts\n(.*?)^```/gms
const COMPILER = path.join(ROOT, 'node_modules/.bin/tsc')
const COMPILER_FLAGS = [
  ...['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--module', 'nodenext', '--target', 'esnext'],
  ...['--types', 'node', '--typeRoots', path.join(ROOT, 'node_modules/@types')],
]

describe('the checks of docs/own-checks.md', () => {
  const file = 'own-checks.ts'

  before(() => {
    const [, code = ''] = /^```ts\n(.*?)^```/ms.exec(readFileSync(path.join(ROOT, 'docs/own-checks.md'), 'utf8')) ?? []
    assert.notEqual(code, '')
    writeFileSync(path.join(installed.folder, file), code)
  })

  test('have the types of the package', async () => {
    const { code, stdout } = await finished(COMPILER, [...COMPILER_FLAGS, file], { cwd: installed.folder })
    assert.deepEqual([stdout, code], ['', 0])
  })

  test('find what they look for, by the command and by the library', async t => {
    await using page = await serveHttp((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      response.end('<!doctype html><html lang="en"><title>TIDE TABLES OF MAY</title><h1>Tides</h1>')
    })
    const url = `${page.origin}/products/1`
    for (const node of [oldestNode, process.execPath]) {
      const args = ['audit', url, '--json', '--check-files', file, '--fail-on', 'never', ...fastFlags]
      const { code, stdout, stderr } = await installed.run(node, args)
      assert.deepEqual([code, stderr], [0, ''])
      const found: { check: string }[] = JSON.parse(stdout).issues
      assert.deepEqual(
        found.map(({ check }) => check).filter(check => check.startsWith('own:')),
        ['own:price-missing', 'own:title-all-capitals'],
      )
    }
    const explained = await installed.run(oldestNode, ['explain', 'own:price-missing', '--check-files', file])
    assert.match(explained.stdout, /^own:price-missing: Product without a price\n/)
    const library = path.join(installed.folder, 'own-checks-library.ts')
    t.after(() => rmSync(library))
    writeFileSync(
      library,
      `import { audit } from 'sitesounder'
const { issues } = await audit({ url: process.argv[2] ?? '', settings: { 'check-files': ['${file}'] } }).report
console.log(issues.filter(({ check }) => check.startsWith('own:')).length)
`,
    )
    const ofLibrary = await finished(oldestNode, [library, url], { cwd: installed.folder })
    assert.deepEqual([ofLibrary.stderr, ofLibrary.stdout], ['', '2\n'])
  })
})

describe('the examples of docs/library.md', () => {
  const text = readFileSync(path.join(ROOT, 'docs/library.md'), 'utf8')
  const examples = [...text.matchAll(EXAMPLE)].map(([, code = '']) => code)
  const files = examples.map((_, index) => `example-${index + 1}.ts`)
  const printed = [
    /^starting: 0 of at most 50 pages\n(?:\w+: \d+ of at most 50 pages\n)+Health score \d+, [1-9]\d* issues\n(?:(?:error|warning|info) \S+ http\S+\n){3}$/,
    /^no longer needed\nstopped\n$/,
    /^true\ntrue\n$/,
  ]

  before(() => {
    for (const [index, file] of files.entries()) writeFileSync(path.join(installed.folder, file), examples[index] ?? '')
  })

  test('have the types of the package, as has that of docs/api.md', async () => {
    const [, ofClient = ''] = /^```ts\n(.*?)^```/ms.exec(readFileSync(path.join(ROOT, 'docs/api.md'), 'utf8')) ?? []
    assert.notEqual(ofClient, '')
    writeFileSync(path.join(installed.folder, 'client.ts'), ofClient)
    const { code, stdout } = await finished(COMPILER, [...COMPILER_FLAGS, 'client.ts', ...files], {
      cwd: installed.folder,
    })
    assert.deepEqual([stdout, code], ['', 0])
  })

  for (const [index, expected] of printed.entries())
    test(`example ${index + 1} runs, and leaves no file behind`, async () => {
      const found = readdirSync(installed.folder)
      const { code, stdout, stderr } = await finished(oldestNode, [files[index] ?? '', site.url], {
        cwd: installed.folder,
        env: { TMPDIR: installed.folder, TEMP: installed.folder },
      })
      assert.match(stdout, expected)
      assert.deepEqual([stderr, code], ['', 0])
      assert.deepEqual(readdirSync(installed.folder), found)
    })
})
