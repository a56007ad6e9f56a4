import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { type DemoSite, startDemoSite } from '#demo-site/site.ts'
import { commandEnvironment, fastFlags } from '../support/command.ts'
import { type InstalledPackage, installOldestNode, installPackage, ownManifest } from './installed-package.ts'

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
})
