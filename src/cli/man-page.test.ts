import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadHelps } from './commands.ts'
import { manPage } from './man-page.ts'

test('manPage() has every command, and no text of theirs is a request of roff', async () => {
  const helps = await loadHelps()
  const lines = manPage(helps).split('\n')
  assert.deepEqual(
    lines.filter(line => line.startsWith('.SS ')),
    [...helps.keys()].map(name => `.SS ${name}`),
  )
  const requests = new Set(lines.filter(line => /^[.']/.test(line)).map(line => line.slice(0, 3)))
  assert.deepEqual([...requests].sort(), ['.PP', '.SH', '.SS', '.TH', '.fi', '.nf'])
  const hostile = { usage: '.so /etc/passwd\n\\fBbold', exitCodes: "'0 done", examples: '  x…' }
  const page = manPage(new Map([['x', hostile]]))
  assert.match(page, /^\\&\.so \/etc\/passwd\n\\efBbold$/m)
  assert.match(page, /^ {2}x\\\[u2026\]$/m)
  assert.match(page, /^Exit codes: \\&'0 done$/m)
})
