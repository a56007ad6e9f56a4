import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { constants, getPriority, setPriority } from 'node:os'
import { test } from 'node:test'
import { killGroup, lowerPriority, yieldToOthers } from './process-group.ts'

const { PRIORITY_BELOW_NORMAL, PRIORITY_LOW } = constants.priority

test('a process with a session of its own comes after this one, and so does its session', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true, stdio: 'ignore' })
  const { pid = 0 } = child
  const ended = once(child, 'exit')
  try {
    lowerPriority(pid)
    assert.equal(getPriority(pid), Math.max(getPriority(), PRIORITY_BELOW_NORMAL))
    const session = `/proc/${pid}/autogroup`
    if (existsSync(session))
      assert.match(readFileSync(session, 'utf8'), new RegExp(`nice ${PRIORITY_BELOW_NORMAL}$`, 'm'))
  } finally {
    killGroup(pid)
    await ended
  }
  // It is gone: nothing is thrown.
  lowerPriority(pid)
  killGroup(pid)
})

test('a process that comes after others by more stays there, as only an administrator may raise it', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true, stdio: 'ignore' })
  const { pid = 0 } = child
  const ended = once(child, 'exit')
  try {
    setPriority(pid, PRIORITY_LOW)
    yieldToOthers(pid)
    assert.equal(getPriority(pid), PRIORITY_LOW)
  } finally {
    killGroup(pid)
    await ended
  }
})
