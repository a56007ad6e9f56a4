import { describe, it } from 'node:test'
import { command } from './crawls.ts'
import { assertRefused } from './test-refusal.ts'

const here = { server: 'http://127.0.0.1:1' }
const misused: [name: string, operands: string[], settings: Record<string, string>, sentence: RegExp][] = [
  ['no server', ['list'], { 'api-key': 'snd_x' }, /^Name the server/],
  ['no key', ['list'], here, /^Give an API key/],
  ['no action', [], here, /^Say what to do/],
  ['an unknown action', ['rest', '1'], here, /^Say what to do/],
  ['one operand too many', ['stop', '1', '2'], here, /^Say what to do/],
  ['a list of one', ['list', '1'], here, /^Say what to do/],
  ['no id', ['pause'], here, /^Name the website by its number/],
  ['an id that is none', ['stop', '../users'], here, /^Name the website by its number/],
]

describe('command.run()', () => {
  for (const [name, operands, given, sentence] of misused)
    it(`refuses ${name} with one sentence`, () => assertRefused(command, { operands, settings: given, sentence }))
})
