import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ApiError } from './api-client.ts'
import { pageSpeedFailureText } from './page-speed.ts'

const failure = (body: string) => new ApiError({ status: 503, statusText: 'Service Unavailable', body })

describe('pageSpeedFailureText()', () => {
  const rows: [string, unknown, string][] = [
    ['the message of the server', failure('{"message":"The API key is missing."}'), 'The API key is missing.'],
    [
      'the status where there is no message',
      failure('{"message":""}'),
      'Failed to fetch PageSpeed Insights: Service Unavailable',
    ],
    [
      'the status for what is no JSON',
      failure('<h1>503</h1>'),
      'Failed to fetch PageSpeed Insights: Service Unavailable',
    ],
    ['the status for JSON of another shape', failure('[1]'), 'Failed to fetch PageSpeed Insights: Service Unavailable'],
    ['what the network said', new TypeError('Failed to fetch'), 'Failed to fetch PageSpeed Insights: Failed to fetch'],
  ]
  for (const [name, error, expected] of rows)
    it(`returns ${name}`, () => assert.equal(pageSpeedFailureText(error), expected))
})
