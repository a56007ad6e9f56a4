import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { FetchResult } from '#fetch/fetch.ts'
import { cutOffResponse, isHtmlResponse } from './html-response.ts'

describe('isHtmlResponse()', () => {
  const responses: [mediaType: string, body: string, isHtml: boolean][] = [
    ['text/html', 'plain', true],
    ['application/xhtml+xml', '', true],
    ['text/plain', '<!doctype html>', false],
    ['', '<!DOCTYPE HTML>', true],
    ['', '<html>', true],
    ['', '<head>', true],
    ['', '<body>', true],
    ['', '<title>', true],
    ['', '<h1>', true],
    ['', '<div>', true],
    ['', ' \r\n\t<!-- -->', true],
    ['', '<p>', false],
    ['', 'x<html>', false],
    ['', '', false],
    ['', `${' '.repeat(507)}<html`, true],
    ['', `${' '.repeat(508)}<html`, false],
  ]
  for (const [mediaType, body, isHtml] of responses)
    test(`${isHtml} for '${mediaType}' and ${JSON.stringify(body.trim())} behind ${body.length - body.trimStart().length} spaces`, () =>
      assert.equal(isHtmlResponse(mediaType, Buffer.from(body)), isHtml))
})

describe('cutOffResponse()', () => {
  const headers: [string, string][] = [['content-type', 'text/html']]
  const body = Buffer.from('<!doctype html>'.padEnd(512))
  const timing = { ttfbMs: 1, totalMs: 2 }
  const hop = { url: 'https://a.test/', status: 301, location: 'https://b.test/', elapsedMs: 1 }
  const whole = {
    kind: 'response',
    url: 'https://b.test/',
    status: 200,
    httpVersion: '1.1',
    headers,
    hops: [],
    timing,
    body,
    transferBytes: 100,
    isTruncated: false,
    isCutOff: true,
  } as const satisfies FetchResult
  const { isCutOff: _, ...complete } = whole
  const { status, httpVersion, transferBytes } = whole
  const partial = { status, httpVersion, headers, body, transferBytes }
  const reset = {
    kind: 'failure',
    url: whole.url,
    reason: 'reset',
    detail: 'It closed the connection.',
    hops: [],
    timing,
    partial,
  } as const satisfies FetchResult

  const { partial: _beginning, ...withoutBeginning } = reset

  const ends: [what: string, body: string, isCutOff: boolean][] = [
    ['of 511 bytes', 'x'.repeat(511), false],
    ['of 512 bytes', 'x'.repeat(512), true],
    ['with its closing tag', `${'x'.repeat(512)}</HTML >`, false],
    ['with its closing tag before 1,017 bytes of comments', `${'x'.repeat(512)}</html>${'y'.repeat(1_017)}`, false],
    ['with its closing tag before more than that', `${'x'.repeat(512)}</html>${'y'.repeat(1_018)}`, true],
  ]
  for (const [what, text, isCutOff] of ends)
    test(`${isCutOff ? 'is' : 'is not'} a compressed page without an end, ${what}`, () => {
      const response = { ...whole, body: Buffer.from(text) }
      const detail = 'The compressed page breaks off before its end.'
      assert.deepEqual(cutOffResponse(response), isCutOff ? { failure: 'undecodable', detail, response } : null)
    })

  test('is a page whose connection was closed, with what had arrived', () => {
    assert.deepEqual(cutOffResponse(reset), {
      failure: 'reset',
      detail: 'It closed the connection.',
      response: whole,
    })
  })

  const others: [what: string, response: FetchResult][] = [
    ['a complete page', complete],
    ['a redirected one', { ...whole, hops: [hop] }],
    ['an error page', { ...whole, status: 404 }],
    ['a file', { ...whole, headers: [['content-type', 'image/png']] }],
    ['another failure', { ...reset, reason: 'timeout-total' }],
    ['a closed connection without a beginning', withoutBeginning],
    ['a closed connection without a time', { ...reset, timing: null }],
    ['a closed connection behind a redirect', { ...reset, hops: [hop] }],
    ['a closed connection of a file', { ...reset, partial: { ...partial, headers: [['content-type', 'image/png']] } }],
  ]
  for (const [what, response] of others) test(`is not ${what}`, () => assert.equal(cutOffResponse(response), null))
})
