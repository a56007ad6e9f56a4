import { testCheck } from '../test-check.ts'
import { doctypeMissing } from './doctype-missing.ts'

testCheck(doctypeMissing, {
  passes: { XHTML: { doctype: 'missing', response: { mediaType: 'application/xhtml+xml' } } },
  fails: {
    'a page without a doctype': { facts: { doctype: 'missing' }, finds: { message: 'Missing doctype' } },
    'a doctype that means quirks mode': {
      facts: { doctype: 'quirks' },
      finds: { message: 'Outdated doctype (quirks mode)' },
    },
  },
})
