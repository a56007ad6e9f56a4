import assert from 'node:assert/strict'
import { test } from 'node:test'
import { srcsetUrls } from './srcset.ts'

/** HTML standard, 4.8.4.2.2. */
const rows: [srcset: string, urls: string[]][] = [
  ['a.png', ['a.png']],
  ['a.png 1x, b.png 2x', ['a.png', 'b.png']],
  ['a.png 100w,b.png 200w', ['a.png', 'b.png']],
  ['a.png, b.png', ['a.png', 'b.png']],
  ['a,b.png 1x', ['a,b.png']],
  ['\n a.png\t1x ,\n b.png 2x\n', ['a.png', 'b.png']],
  ['/w_100,h_50/a.png 1x, /w_200,h_100/a.png 2x', ['/w_100,h_50/a.png', '/w_200,h_100/a.png']],
  ['a.png foo(1,2), b.png', ['a.png', 'b.png']],
  ['data:image/png;base64,AA== 1x, b.png 2x', ['data:image/png;base64,AA==', 'b.png']],
  [', ,a.png,,', ['a.png']],
  ['', []],
  [' , ', []],
]
for (const [srcset, urls] of rows)
  test(`srcsetUrls() reads ${JSON.stringify(srcset)}`, () => assert.deepEqual(srcsetUrls(srcset), urls))

test('srcsetUrls() reads fifty candidates', () => assert.equal(srcsetUrls('a 1x,'.repeat(1_000)).length, 50))
