import assert from 'node:assert/strict'
import { test } from 'node:test'
import { durationWords } from './duration-labels.ts'

const durations: [seconds: number, words: string][] = [
  [1, '1 second'],
  [59, '59 seconds'],
  [60, '1 minute'],
  [1_800, '30 minutes'],
  [5_400, '2 hours'],
  [86_400, '1 day'],
  [2_592_000, '30 days'],
]

for (const [seconds, words] of durations)
  test(`durationWords() says ${words} for ${seconds}`, () => assert.equal(durationWords(seconds), words))
