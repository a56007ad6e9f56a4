import { testCheck } from '../test-check.ts'
import { charsetMissing } from './charset-missing.ts'

testCheck(charsetMissing, {
  passes: {
    'an encoding named by the header': { charset: { from: 'header' } },
    'a byte order mark': { charset: { from: 'bom' } },
    'a meta tag in time': { charset: { from: 'meta', used: 'windows-1252' } },
    'XHTML, which is UTF-8 unless it says otherwise': {
      charset: { from: 'guess' },
      response: { mediaType: 'application/xhtml+xml' },
    },
    'an empty response': { charset: { from: 'guess' }, response: { bodyBytes: 0 } },
  },
  fails: {
    'no declaration at all': {
      facts: {
        charset: { from: 'guess' },
        headExcerpt: '<title>Caf</title>',
        response: { headers: [['content-type', 'text/html']] },
      },
      finds: {
        severity: 'warning',
        message: 'No character encoding declared',
        evidence: [
          { kind: 'text', label: 'Content-Type', text: 'text/html' },
          { kind: 'code', label: 'Start of the head', code: '<title>Caf</title>' },
        ],
      },
    },
    'a meta tag that comes too late': {
      facts: { charset: { from: 'meta-late' } },
      finds: {
        message: 'Character encoding is declared too late (after the first 1,024 bytes)',
        evidence: [
          { kind: 'text', label: 'Content-Type', text: 'text/html; charset=utf-8' },
          {
            kind: 'code',
            label: 'Start of the head',
            code: '<meta charset="utf-8"><title>Sounding the harbour</title>',
          },
        ],
      },
    },
  },
})
