import { testCheck } from '../test-check.ts'
import { htmlLangMissing } from './html-lang-missing.ts'

testCheck(htmlLangMissing, {
  passes: {
    'a language': { lang: 'de' },
    'a language with country, in any case': { lang: 'EN-us' },
    'a script, a UN region, a language of three letters': { lang: 'zh-Hans-CN' },
    'a UN region': { lang: 'es-419' },
    'a language of three letters': { lang: 'fil' },
    'a variant and an extension': { lang: 'de-DE-1996-u-co-phonebk' },
    'private use': { lang: 'en-x-custom' },
    'a tag of old': { lang: 'i-klingon' },
    'an outdated code': { lang: 'iw' },
  },
  fails: {
    'no attribute': {
      facts: { lang: null },
      finds: {
        severity: 'warning',
        message: 'Missing lang attribute on the html element',
        evidence: [{ kind: 'text', label: 'html element', text: 'It has no lang attribute, or an empty one.' }],
      },
    },
    'an empty attribute': {
      facts: { lang: ' ' },
      finds: {
        evidence: [{ kind: 'text', label: 'html element', text: 'It has no lang attribute, or an empty one.' }],
      },
    },
    'a page that reloads itself': {
      facts: { lang: null, refresh: { delay: 300, url: null, raw: '300', source: 'tag', line: 5 } },
      finds: {
        evidence: [{ kind: 'text', label: 'html element', text: 'It has no lang attribute, or an empty one.' }],
      },
    },
    'an underscore': {
      facts: { lang: 'en_US' },
      finds: {
        message: 'Invalid lang attribute "en_US" on the html element',
        evidence: [{ kind: 'code', label: 'As written', code: '<html lang="en_US">' }],
      },
    },
    'the name of a language': {
      facts: { lang: 'english' },
      finds: {
        message: 'Invalid lang attribute "english" on the html element',
        evidence: [{ kind: 'code', label: 'As written', code: '<html lang="english">' }],
      },
    },
    'a language that does not exist': {
      facts: { lang: 'xx' },
      finds: {
        message: 'Invalid lang attribute "xx" on the html element',
        evidence: [{ kind: 'code', label: 'As written', code: '<html lang="xx">' }],
      },
    },
    'a template token': {
      facts: { lang: '{{ lang }}' },
      finds: {
        message: 'Invalid lang attribute "{{ lang }}" on the html element',
        evidence: [{ kind: 'code', label: 'As written', code: '<html lang="{{ lang }}">' }],
      },
    },
    'an extension without value': {
      facts: { lang: 'en-u' },
      finds: {
        message: 'Invalid lang attribute "en-u" on the html element',
        evidence: [{ kind: 'code', label: 'As written', code: '<html lang="en-u">' }],
      },
    },
    'the name of an inherited property': {
      facts: { lang: '__proto__' },
      finds: {
        message: 'Invalid lang attribute "__proto__" on the html element',
        evidence: [{ kind: 'code', label: 'As written', code: '<html lang="__proto__">' }],
      },
    },
  },
  skips: {
    'the stub of a moved page, which no visitor reads': {
      facts: {
        lang: null,
        refresh: { delay: 0, url: 'https://example.com/other', raw: '0; url=/other', source: 'tag', line: 5 },
      },
      reason: 'The page redirects to another URL',
    },
  },
})
