import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { contentDisposition } from './content-disposition.ts'

const names: [string, string, string, string][] = [
  ['a plain name', 'a-1.b_c.csv', 'a-1.b_c.csv', 'a-1.b_c.csv'],
  ['quotes and backslashes', 'a"; x="\\.csv', 'a-x-.csv', 'a%22%3B%20x%3D%22%5C.csv'],
  ['line ends', 'a\r\nSet-Cookie: x\0.csv', 'a-Set-Cookie-x-.csv', 'a%0D%0ASet-Cookie%3A%20x%00.csv'],
  ['letters of other scripts', 'größe-文.csv', 'gr-e--.csv', 'gr%C3%B6%C3%9Fe-%E6%96%87.csv'],
  ['what encodeURIComponent leaves', "a'(b)*!~.csv", 'a-b-.csv', 'a%27%28b%29%2A!~.csv'],
  ['half a character', 'a\ud800.csv', 'a-.csv', 'a%EF%BF%BD.csv'],
  ['percent signs', '%0d%0a.csv', '-0d-0a.csv', '%250d%250a.csv'],
  ['folders', '../../x', '..-..-x', '..%2F..%2Fx'],
]

describe('contentDisposition()', () => {
  for (const [what, fileName, plain, full] of names)
    it(`takes ${what}`, () => {
      const value = contentDisposition({ isDownload: true, fileName })
      assert.equal(value, `attachment; filename="${plain}"; filename*=UTF-8''${full}`)
      assert.match(value, /^[\x20-\x7e]+$/)
    })

  it('says whether the file is to be kept or shown', () =>
    assert.equal(contentDisposition({ isDownload: false, fileName: 'a' }), `inline; filename="a"; filename*=UTF-8''a`))
})
