import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { hasPriorities, placePriorityBrowser, priorityWords } from '../../test/support/priority-browser.ts'
import { launchBrowser } from './launch-browser.ts'

const { normal, yielding } = priorityWords
const rows: [name: string, yieldsToCrawls: boolean | undefined, words: string][] = [
  ['a browser has the priority of the process that starts it', undefined, normal],
  ['a browser that yields to crawls comes after others', true, yielding],
]
for (const [name, yieldsToCrawls, words] of rows)
  test(name, { skip: !hasPriorities }, async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'sitesounder-launch-'))
    try {
      const launching = launchBrowser({
        executable: placePriorityBrowser(folder),
        environment: { PATH: process.env.PATH ?? '' },
        folder,
        flags: [],
        sandbox: 'off',
        tabs: 1,
        onExcess() {},
        yieldsToCrawls,
      })
      await assert.rejects(launching, { words })
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
