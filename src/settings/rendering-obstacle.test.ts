import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import { renderingObstacle } from './rendering-obstacle.ts'

describe('renderingObstacle()', () => {
  const before = process.env.CHROME_PATH
  afterEach(() => {
    if (before === undefined) delete process.env.CHROME_PATH
    else process.env.CHROME_PATH = before
  })

  const rows: [name: string, allowRendering: boolean, browser: string, obstacle: string | null][] = [
    ['a browser', true, process.execPath, null],
    [
      'a browser that the operator does not want used',
      false,
      process.execPath,
      'The operator of this server does not allow the scripts of pages to be run.',
    ],
    [
      'a browser that is not there',
      true,
      '/nowhere/chromium',
      'The scripts of pages cannot be run: there is no Chromium on this machine.',
    ],
  ]
  for (const [name, allowRendering, browser, obstacle] of rows)
    it(`of ${name}`, () => {
      process.env.CHROME_PATH = browser
      assert.equal(renderingObstacle({ allowRendering }), obstacle)
    })
})
