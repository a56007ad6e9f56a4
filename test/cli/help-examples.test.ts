import assert from 'node:assert/strict'
import { test } from 'node:test'
import { settingFlags } from '#cli/command.ts'
import { loadCommands } from '../../src/cli/commands.ts'

test('the examples of each command name it, and only options that it has', async () => {
  for (const [name, { help, flags }] of await loadCommands()) {
    const known = { ...flags, ...settingFlags() }
    const examples = help.examples.split('\n')
    assert.ok(
      examples.some(example => example.includes(`sitesounder ${name}`)),
      name,
    )
    const used = [...help.examples.matchAll(/ --([a-z-]+)/g)].map(([, option = '']) => option)
    assert.deepEqual(
      used.filter(option => !(option in known)),
      [],
      name,
    )
  }
})
