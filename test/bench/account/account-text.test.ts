import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accountText } from './account-text.ts'

test('an account is that of one page', () => {
  const stage = { seconds: 1, peakMegabytes: 100 }
  const text = accountText({
    pages: 1_000,
    wallSeconds: 2.5,
    stages: [
      { ...stage, name: 'start', cpuSeconds: 0.5 },
      { ...stage, name: 'visiting pages', cpuSeconds: 2 },
    ],
    threads: [
      { thread: 0, cpuMs: 800, garbageMs: 50, sqliteMs: 300, compressMs: 0 },
      { thread: 1, cpuMs: 1_200, garbageMs: 150, sqliteMs: 0, compressMs: 100 },
    ],
    tables: [
      { name: 'page_body', bytes: 30_000_000, rows: 1_000 },
      { name: 'url', bytes: 4_000_000, rows: 17_250 },
      { name: 'website', bytes: 8_192, rows: 1 },
    ],
  })
  assert.equal(
    text,
    `1000 pages in 2.5 s, 2500 µs of processor for a page

     500 µs  start
    2000 µs  visiting pages

     800 µs  thread 0: garbage 50, SQLite 300, compressing 0
    1200 µs  thread 1: garbage 150, SQLite 0, compressing 100
     500 µs  threads of V8 and of the system: compiling, collecting garbage, files

   30000 B   page_body, 1.0 rows
    4000 B   url, 17.3 rows
   34008 B   stored in all`,
  )
})
