import assert from 'node:assert/strict'
import { test } from 'node:test'
import { logoDataUrl } from './logo.ts'

const bytes = (text: string) => Buffer.from(text, 'latin1')

const images: Record<string, [Buffer, string | null]> = {
  PNG: [bytes('\x89PNG\r\n\x1a\nrest'), 'data:image/png;base64,iVBORw0KGgpyZXN0'],
  JPEG: [bytes('\xff\xd8\xff\xe0'), 'data:image/jpeg;base64,/9j/4A=='],
  GIF: [bytes('GIF89a'), 'data:image/gif;base64,R0lGODlh'],
  WebP: [bytes('RIFF\x10\0\0\0WEBP'), 'data:image/webp;base64,UklGRhAAAABXRUJQ'],
  SVG: [bytes('<svg xmlns="http://www.w3.org/2000/svg"/>'), null],
  'an empty file': [bytes(''), null],
}
for (const [name, [image, expected]] of Object.entries(images))
  test(`logoDataUrl() of ${name}`, () => assert.equal(logoDataUrl(image), expected))
