import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runCommand } from '../support/command.ts'

/** Prints in every process that runs the command how many arenas its allocator was given. */
const SAY = `data:text/javascript,import{isMainThread}from'node:worker_threads';isMainThread&&console.log(process.env.MALLOC_ARENA_MAX)`

/** A changed file is read from the sources, without `bin/sitesounder.mjs`. */
const skip = process.platform !== 'linux' || process.env.MUTANT !== undefined

test('the program is started anew with one arena, with the flags of Node.js and the arguments', {
  skip,
}, async () => {
  const { code, stdout } = await runCommand(['--version'], {
    nodeFlags: ['--import', SAY],
    env: { MALLOC_ARENA_MAX: undefined },
  })
  assert.match(stdout, /^undefined\n1\nSitesounder v[\d.]+\n$/)
  assert.equal(code, 0)
})

test('it reads its input, and its exit code is the exit code of the command', { skip }, async () => {
  const options = { input: 'ftp://127.0.0.1/\n', env: { MALLOC_ARENA_MAX: undefined } }
  const { code, stderr } = await runCommand(['audit', 'http://127.0.0.1:9/', '--urls', '-'], options)
  assert.match(stderr, /ftp:/)
  assert.equal(code, 2)
})

test('a number of arenas that is set stays', { skip }, async () => {
  const { stdout } = await runCommand(['--version'], { nodeFlags: ['--import', SAY], env: { MALLOC_ARENA_MAX: '3' } })
  assert.match(stdout, /^3\nSitesounder v[\d.]+\n$/)
})
