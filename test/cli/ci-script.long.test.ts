import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { assertValidJunit, assertValidSarif } from '#report/export/test-ci-formats.ts'
import { commandEnvironment, fastFlags } from '../support/command.ts'

/** The script of the GitHub Action and of the GitLab template, on a site that it serves itself. */

const ROOT = path.join(import.meta.dirname, '..', '..')
/** Serves a file of the working folder under any URL but one. */
const SERVER = `
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
createServer(({ url }, response) => {
  const isPage = url === '/' || url === '/second'
  response.writeHead(isPage ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' })
  response.end(isPage ? readFileSync('page.html') : 'Gone')
}).listen(Number(process.argv[2]), '127.0.0.1')
`
const page = (links: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A page of the site</title></head><body><h1>Page</h1><a href="/second">The second page</a>${links}</body></html>`

let folder: string
let port: number

before(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'sitesounder-ci-'))
  writeFileSync(path.join(folder, 'server.mjs'), SERVER)
  port = await freePort()
})
after(() => rmSync(folder, { recursive: true, force: true }))

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return address.port
}

async function runScript(
  env: Record<string, string>,
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = spawn('bash', [path.join(ROOT, 'ci/audit.sh')], {
    cwd: folder,
    env: {
      ...commandEnvironment(),
      SITE_URL: `http://127.0.0.1:${port}/`,
      SERVE_COMMAND: `"${process.execPath}" server.mjs ${port}`,
      AUDIT_ARGS: fastFlags.join(' '),
      SITESOUNDER: `${process.execPath} ${path.join(ROOT, 'bin/sitesounder.mjs')}`,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  const [code] = await once(child, 'close')
  return { code, stdout, stderr }
}

const read = (...names: string[]) => readFileSync(path.join(folder, ...names), 'utf8')

describe('ci/audit.sh', () => {
  test('serves, audits, writes all files, and fails on an error', async () => {
    writeFileSync(path.join(folder, 'page.html'), page('<a href="/gone">The lost page</a>'))
    const { code, stdout } = await runScript({ OUTPUT_FOLDER: 'first', ANNOTATIONS: 'github' })
    assert.equal(code, 1)
    assert.match(stdout, /^::error title=.*\n/m)
    assert.match(read('first', 'report.html'), /^<!doctype html>/i)
    await assertValidJunit(read('first', 'junit.xml'))
    assertValidSarif(JSON.parse(read('first', 'report.sarif')))
    assert.match(read('first', 'summary.md'), /^\| Health score \| \d+ of 100 \|$/m)
    await assert.rejects(fetch(`http://127.0.0.1:${port}/`), 'its server has ended')
  })

  test('annotates and fails on what is new alone, and writes the summary of the step', async () => {
    const env = {
      BASELINE: 'first/report.json',
      ANNOTATIONS: 'github',
      GITHUB_STEP_SUMMARY: path.join(folder, 'step.md'),
    }
    const same = await runScript({ ...env, OUTPUT_FOLDER: 'second' })
    assert.deepEqual([same.code, same.stdout], [0, ''])
    assert.match(read('step.md'), /^\| New \| 0 \|\n\| Fixed \| 0 \|$/m)

    writeFileSync(path.join(folder, 'page.html'), page('<a href="/lost">The other lost page</a>'))
    const changed = await runScript({ ...env, OUTPUT_FOLDER: 'third' })
    assert.equal(changed.code, 1)
    assert.deepEqual(changed.stdout.match(/^::\w+/gm), ['::error'])
    assert.match(read('third', 'summary.md'), /^\| New \| 1 \(errors 1, warnings 0, infos 0\) \|\n\| Fixed \| 1 \|$/m)
  })

  test('writes the summary as a note of the merge request of GitLab, in place of the earlier one', async t => {
    writeFileSync(path.join(folder, 'page.html'), page(''))
    const notes: { id: number; body: string }[] = []
    const calls: string[] = []
    const gitlab = createServer(async (request, response) => {
      calls.push(`${request.method} ${request.url} ${request.headers['private-token']}`)
      if (request.method !== 'GET') {
        const { body } = JSON.parse(await text(request))
        const id = Number(/\d+$/.exec(request.url ?? '')?.[0] ?? 1)
        notes.splice(0, notes.length, { id: request.method === 'POST' ? 7 : id, body })
      }
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(notes))
    }).listen(0, '127.0.0.1')
    t.after(() => gitlab.close())
    await once(gitlab, 'listening')
    const gitlabPort = Object(gitlab.address()).port
    const env = {
      CI_API_V4_URL: `http://127.0.0.1:${gitlabPort}/api/v4`,
      CI_PROJECT_ID: '12',
      CI_MERGE_REQUEST_IID: '3',
      GITLAB_TOKEN: 'secret',
      OUTPUT_FOLDER: 'noted',
    }
    await runScript(env)
    assert.match(notes[0]?.body ?? '', /^<!-- sitesounder -->\n## Audit of .*\| Health score \|/s)
    const second = await runScript({ ...env, FAIL_ON: 'never' })
    assert.deepEqual([second.code, notes.map(({ id }) => id)], [0, [7]])
    const notesUrl = '/api/v4/projects/12/merge_requests/3/notes'
    assert.deepEqual(calls, [
      `GET ${notesUrl}?per_page=100&page=1 secret`,
      `POST ${notesUrl} secret`,
      `GET ${notesUrl}?per_page=100&page=1 secret`,
      `PUT ${notesUrl}/7 secret`,
    ])
    gitlab.close()
    const third = await runScript({ ...env, CI_API_V4_URL: 'http://127.0.0.1:9/api/v4', FAIL_ON: 'never' })
    assert.equal(third.code, 0)
    assert.match(third.stderr, /^The note of the merge request could not be written: /m)
  })

  const failing: [about: string, env: Record<string, string>, code: number, said: RegExp][] = [
    ['a score that is too low', { FAIL_ON: 'never', MIN_SCORE: '100' }, 1, /^The health score is \d+, below 100\.$/m],
    ['a command that serves nothing', { SERVE_COMMAND: 'echo no server here; exit 3' }, 2, /^no server here$/m],
  ]
  for (const [about, env, expected, said] of failing)
    test(`fails on ${about}`, async () => {
      const { code, stderr } = await runScript({ OUTPUT_FOLDER: 'failing', ...env })
      assert.equal(code, expected)
      assert.match(stderr, said)
    })
})
