import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runCommand } from '../support/command.ts'

test('explain shows all that the catalogue says of a check', async () => {
  const { code, stdout, stderr } = await runCommand(['explain', 'title-too-long'])
  assert.deepEqual([code, stderr], [0, ''])
  const headings = stdout.split('\n').filter(line => /^[A-Z]/.test(line))
  assert.deepEqual(headings, [
    'Severity: info, as a rule. The check reads one page at a time.',
    'Why it matters',
    'How to fix it',
    'Thresholds, which a website may change',
    'Sources',
  ])
  assert.match(stdout, /^title-too-long: /)
  assert.match(stdout, /\(maxWidth\): \d+ characters, from \d+ to \d+$/m)
  assert.match(stdout, /^ {4}https:\/\//m)
})

test('explain lists every check, as text and as JSON', async () => {
  const [text, json] = await Promise.all([runCommand(['explain']), runCommand(['explain', '--json'])])
  assert.deepEqual([text.code, text.stderr, json.code, json.stderr], [0, '', 0, ''])
  const ids: string[] = JSON.parse(json.stdout).map(({ id }: { id: string }) => id)
  const listed = text.stdout.trimEnd().split('\n')
  assert.deepEqual(
    listed.map(line => line.split(' ')[0]),
    ['id', ...ids],
  )
})

test('explain gives one check as JSON', async () => {
  const { code, stdout } = await runCommand(['explain', 'title-missing', '--json'])
  const { id, severity, reads, thresholds } = JSON.parse(stdout)
  assert.deepEqual([code, id, severity, reads, thresholds], [0, 'title-missing', 'error', 'page', []])
})

const misuses: [string[], string][] = [
  [
    ['explain', 'title-mising'],
    'There is no check title-mising; did you mean title-missing? "sitesounder explain" lists them all.\n',
  ],
  [['explain', 'title-missing', 'h1-missing'], 'Name one check at most.\n'],
]
for (const [args, said] of misuses)
  test(`${args.join(' ')} is refused`, async () => {
    assert.deepEqual(await runCommand(args), { code: 2, stdout: '', stderr: said })
  })
