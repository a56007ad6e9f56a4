import assert from 'node:assert/strict'
import { test } from 'node:test'
import type * as z from 'zod/mini'
import { addMuteSchema, setCheckSchema, setThresholdsSchema, settingsFileSchema } from './website-settings.ts'

const mute = { checkId: null, pattern: '/a', reason: 'It is old' }
const check = { checkId: 'title-missing', isOff: true, severity: null }
const value = { name: 'maxWidth', value: 70 }
const list = <Item>(count: number, item: Item) => Array<Item>(count).fill(item)

/** null: accepted. */
const bodies: [what: string, schema: z.ZodMiniType, body: unknown, message: string | null][] = [
  ['a check', setCheckSchema, check, null],
  ['a check id of 200 characters', setCheckSchema, { ...check, checkId: 'a'.repeat(200) }, null],
  ['a longer check id', setCheckSchema, { ...check, checkId: 'a'.repeat(201) }, 'There is no such check'],
  ['an empty check id', setCheckSchema, { ...check, checkId: '' }, 'Say which check'],
  ['a check id of another type', setCheckSchema, { ...check, checkId: 1 }, 'Say which check'],
  ['twenty thresholds', setThresholdsSchema, { checkId: 'a', values: list(20, value) }, null],
  [
    'more thresholds',
    setThresholdsSchema,
    { checkId: 'a', values: list(21, value) },
    'No check has so many thresholds',
  ],
  [
    'a threshold without a name',
    setThresholdsSchema,
    { checkId: 'a', values: [{ name: '', value: 1 }] },
    'Say which threshold',
  ],
  [
    'a threshold name of 100 characters',
    setThresholdsSchema,
    { checkId: 'a', values: [{ ...value, name: 'a'.repeat(100) }] },
    null,
  ],
  [
    'a longer threshold name',
    setThresholdsSchema,
    { checkId: 'a', values: [{ ...value, name: 'a'.repeat(101) }] },
    'Invalid value',
  ],
  [
    'a threshold that is a text',
    setThresholdsSchema,
    { checkId: 'a', values: [{ name: 'a', value: '1' }] },
    'A threshold is a number',
  ],
  ['a mute', addMuteSchema, mute, null],
  ['a mute of a blank pattern', addMuteSchema, { ...mute, pattern: ' ' }, 'Enter a URL pattern'],
  ['a pattern of 2,000 characters', addMuteSchema, { ...mute, pattern: 'a'.repeat(2_000) }, null],
  [
    'a longer pattern',
    addMuteSchema,
    { ...mute, pattern: 'a'.repeat(2_001) },
    'A URL pattern has at most 2000 characters',
  ],
  [
    'a blank reason',
    addMuteSchema,
    { ...mute, reason: ' ' },
    'Say why: the reason is shown wherever the muted issues are listed',
  ],
  ['a reason of 500 characters', addMuteSchema, { ...mute, reason: 'a'.repeat(500) }, null],
  ['a longer reason', addMuteSchema, { ...mute, reason: 'a'.repeat(501) }, 'A reason has at most 500 characters'],
  ['an empty file', settingsFileSchema, {}, null],
  ['two hundred mutes', settingsFileSchema, { mutes: list(200, mute) }, null],
  ['more mutes', settingsFileSchema, { mutes: list(201, mute) }, 'A website has at most 200 mutes'],
]
for (const [what, schema, body, message] of bodies)
  test(`settings of a website: ${what}`, () => {
    const { error } = schema.safeParse(body)
    assert.equal(error === undefined, message === null)
    if (message !== null && message !== 'Invalid value') assert.equal(error?.issues[0]?.message, message)
  })
