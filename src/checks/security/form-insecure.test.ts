import type { FormFact } from '#shared/element-facts.ts'
import { testCheck } from '../test-check.ts'
import { formInsecure } from './form-insecure.ts'

const table = (...rows: string[][]) => ({
  kind: 'table',
  label: 'Forms',
  columns: ['Tag', 'Action', 'Sensitive field', 'Line', 'Element'],
  rows,
})
const form = (overrides: Partial<FormFact>): FormFact => ({
  action: '',
  method: 'post',
  hasPasswordField: false,
  hasCardField: false,
  tag: '<form>',
  path: 'body > form',
  line: 20,
  ...overrides,
})
const http = 'http://example.com/login'

testCheck(formInsecure, {
  passes: {
    'a form that posts to its own encrypted page': { forms: [form({ hasPasswordField: true })] },
    'a search form on a page over http': {
      url: 'http://example.com/page',
      forms: [form({ action: http, method: 'get' })],
    },
    'a dialog': { forms: [form({ action: http, method: 'dialog' })] },
    'a login on this machine': {
      url: 'http://localhost/',
      isPrivateHost: true,
      forms: [form({ hasPasswordField: true })],
    },
  },
  fails: {
    'an encrypted page that sends in the open': {
      facts: { forms: [form({ action: http })] },
      finds: {
        severity: 'error',
        message: '1 form sends data over HTTP',
        evidence: [table(['<form>', http, '', '20', 'body > form'])],
      },
    },
    'a password on a page over http, wherever it is sent': {
      facts: {
        url: 'http://example.com/page',
        forms: [form({ action: 'https://example.com/login', hasPasswordField: true })],
      },
      finds: {
        message: '1 form sends data over HTTP',
        evidence: [table(['<form>', 'https://example.com/login', 'password', '20', 'body > form'])],
      },
    },
    'a card number on a page over http': {
      facts: { url: 'http://example.com/page', forms: [form({ hasCardField: true })] },
      finds: {
        message: '1 form sends data over HTTP',
        evidence: [table(['<form>', 'http://example.com/page', 'card number', '20', 'body > form'])],
      },
    },
  },
})
