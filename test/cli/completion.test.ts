import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { before, test } from 'node:test'
import { commands } from '../../src/cli/commands.ts'
import { runCommand } from '../support/command.ts'

/** The scripts of `sitesounder completion`; that of bash is run by bash. */

let bash: string
before(async () => {
  bash = (await runCommand(['completion', 'bash'])).stdout
})

/** What bash offers for the last word of a line. */
function offered(...words: string[]): string[] {
  const call = `
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
_sitesounder
printf '%s\\n' "\${COMPREPLY[@]}"`
  const found = execFileSync('bash', ['--norc', '-c', bash + call, 'bash', 'sitesounder', ...words], {
    encoding: 'utf8',
  })
  return found.split('\n').filter(line => line !== '')
}

const completions: [string[], string[]][] = [
  [['mi'], ['migrate']],
  [['--v'], ['--version']],
  [['audit', '--fail'], ['--fail-on']],
  [
    ['audit', '--fail-on', ''],
    ['error', 'warning', 'never'],
  ],
  [['audit', 'example.com', '--format', 's'], ['sarif']],
  [['audit', '--max-crawl-l'], ['--max-crawl-limit']],
  [['audit', '--output', ''], []],
  [['backup', ''], []],
  [
    ['crawls', ''],
    ['list', 'pause', 'resume', 'stop'],
  ],
  [['crawls', 'pause', 'l'], []],
  [
    ['users', 'add', 'maria', '--role', ''],
    ['admin', 'user'],
  ],
  [['explain', 'title-mis'], ['title-missing']],
  [['explain', '--j'], ['--json']],
  [['completion', 'b'], ['bash']],
]
for (const [words, expected] of completions)
  test(`bash completes "sitesounder ${words.join(' ')}"`, () => {
    assert.deepEqual(offered(...words), expected)
  })

test('bash completes every command', () => {
  assert.deepEqual(offered(''), [...commands.keys()])
})

for (const shell of ['zsh', 'fish'])
  test(`the script for ${shell} has every command, options and their values`, async () => {
    const { code, stdout, stderr } = await runCommand(['completion', shell])
    assert.deepEqual([code, stderr], [0, ''])
    const words = new Set(stdout.split(/[^a-z0-9-]+/))
    const expected = [...commands.keys(), 'sarif', 'title-missing', 'check-again']
    assert.deepEqual(
      expected.filter(word => !words.has(word)),
      [],
    )
  })

for (const args of [['completion'], ['completion', 'tcsh'], ['completion', 'bash', 'zsh']])
  test(`${args.join(' ')} is refused`, async () => {
    assert.deepEqual(await runCommand(args), {
      code: 2,
      stdout: '',
      stderr: 'Name the shell: completion bash, completion zsh or completion fish.\n',
    })
  })
