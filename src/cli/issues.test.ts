import { describe, it } from 'node:test'
import { command } from './issues.ts'
import { assertRefused } from './test-refusal.ts'

const here = { server: 'http://127.0.0.1:1' }
const misused: [name: string, operands: string[], settings: Record<string, string>, sentence: RegExp][] = [
  ['no server', ['list', '1'], { 'api-key': 'snd_x' }, /^Name the server/],
  ['no key', ['muted', '1'], here, /^Give an API key/],
  ['no action', [], here, /^Say what to do/],
  ['an unknown action', ['mute', '1'], here, /^Say what to do/],
  ['one operand too many', ['list', '1', '2'], here, /^Say what to do/],
  ['one issue too many', ['check-again', '1', '2', '3'], here, /^Say what to do/],
  ['no website', ['muted'], here, /^Name the website by its number/],
  ['a website that is none', ['list', '../users'], here, /^Name the website by its number/],
  ['no issue', ['check-again', '1'], here, /^Name the issue by its number/],
  ['an issue that is none', ['check-again', '1', '-2'], here, /^Name the issue by its number/],
]

describe('command.run()', () => {
  for (const [name, operands, given, sentence] of misused)
    it(`refuses ${name} with one sentence`, () => assertRefused(command, { operands, settings: given, sentence }))
})
