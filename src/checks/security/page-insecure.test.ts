import type { FormFact } from '#shared/facts.ts'
import { testCheck } from '../test-check.ts'
import { pageInsecure } from './page-insecure.ts'

const login: FormFact = {
  action: '',
  method: 'post',
  hasPasswordField: true,
  hasCardField: false,
  tag: '<form>',
  path: 'body > form',
  line: 20,
}

testCheck(pageInsecure, {
  passes: {
    'a page of this machine': { url: 'http://127.0.0.1:8080/', isPrivateHost: true },
    'a page over https': { url: 'https://example.com/http:/' },
  },
  fails: {
    'a page over http': {
      facts: { url: 'http://example.com/page' },
      finds: {
        severity: 'error',
        message: 'Page not served over HTTPS',
        evidence: [{ kind: 'url', label: 'URL', url: 'http://example.com/page' }],
      },
    },
    'a page over http with a password field': {
      facts: { url: 'http://example.com/page', forms: [login] },
      finds: {
        message: 'Page not served over HTTPS, with a password field',
        evidence: [{ kind: 'url', label: 'URL', url: 'http://example.com/page' }],
      },
    },
  },
})
