import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { FetchFailure } from '#shared/fetch-failures.ts'
import { testLimits } from '../../test/support/settings.ts'
import { failureOf } from './failures.ts'

const connecting = { url: new URL('https://example.com/'), limits: testLimits, isSent: false, hasHeaders: false }
const sent = { ...connecting, isSent: true }
const reading = { ...sent, hasHeaders: true }
const coded = (code: string) => Object.assign(new Error('whatever'), { code })

const rows: [code: string, progress: typeof connecting, reason: FetchFailure, words: string][] = [
  ['ENOTFOUND', connecting, 'dns', 'does not exist'],
  ['EAI_AGAIN', connecting, 'dns-server-failure', 'did not respond'],
  ['ECONNREFUSED', connecting, 'refused', 'port 443'],
  ['EHOSTUNREACH', connecting, 'connect', 'cannot be reached'],
  ['UND_ERR_CONNECT_TIMEOUT', connecting, 'timeout-connect', 'within 2 s'],
  ['ETIMEDOUT', connecting, 'timeout-connect', 'within 2 s'],
  ['ETIMEDOUT', sent, 'reset', 'The connection broke off.'],
  ['ETIMEDOUT', reading, 'reset', 'The connection broke off.'],
  ['CERT_HAS_EXPIRED', connecting, 'certificate', 'Certificate not trusted: it has expired.'],
  ['CERT_NOT_YET_VALID', connecting, 'certificate', 'Certificate not trusted: it is not valid yet.'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', connecting, 'certificate', 'Certificate not trusted: it is self-signed.'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', connecting, 'certificate', 'it is not valid for example.com'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', connecting, 'certificate', 'does not send the certificate of its issuer'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', connecting, 'tls', 'does not speak TLS'],
  ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', connecting, 'tls', 'no version of TLS'],
  ['ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE', connecting, 'tls', 'no cipher in common'],
  ['ERR_SSL_DH_KEY_TOO_SMALL', connecting, 'tls', 'too weak'],
  ['ERR_SSL_TLSV1_UNRECOGNIZED_NAME', connecting, 'tls', 'no site with this name'],
  ['ERR_SSL_SOMETHING_NEW', connecting, 'tls', 'handshake failed (ERR_SSL_SOMETHING_NEW)'],
  ['ECONNRESET', connecting, 'tls', 'while it was being secured'],
  ['ECONNRESET', { ...connecting, url: new URL('http://example.com/') }, 'connect', 'ECONNRESET'],
  ['ECONNRESET', sent, 'reset', 'before a response arrived'],
  ['UND_ERR_SOCKET', sent, 'reset', 'before a response arrived'],
  ['UND_ERR_SOCKET', reading, 'reset', 'before the page was complete'],
  ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', reading, 'reset', 'before the page was complete'],
  ['HPE_INVALID_EOF_STATE', reading, 'reset', 'before the page was complete'],
  ['HPE_INVALID_CONSTANT', sent, 'not-http', 'is not HTTP (HPE_INVALID_CONSTANT)'],
  ['HPE_INVALID_CHUNK_SIZE', reading, 'not-http', 'not framed as HTTP requires'],
  ['ERR_ASSERTION', sent, 'not-http', 'is not HTTP'],
  ['UND_ERR_HEADERS_OVERFLOW', sent, 'headers-too-large', '64 KB'],
  ['UND_ERR_DESTROYED', connecting, 'aborted', 'Stopped'],
]

describe('failureOf()', () => {
  for (const [code, progress, reason, words] of rows) {
    test(`${code} ${progress.hasHeaders ? 'in the body' : progress.isSent ? 'after sending' : 'while connecting'}`, () => {
      const failure = failureOf(coded(code), progress)
      assert.equal(failure.reason, reason)
      assert.ok(failure.detail.includes(words), failure.detail)
    })
  }

  test('takes anything that was thrown', () => {
    assert.equal(failureOf('text', sent).reason, 'not-http')
    assert.equal(failureOf(undefined, connecting).reason, 'tls')
  })
})
