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
        message: 'The language of the page is not declared',
        evidence: [{ kind: 'code', code: '<html>' }],
      },
    },
    'an empty attribute': { facts: { lang: ' ' }, finds: { evidence: [{ code: '<html lang=" ">' }] } },
    'an underscore': {
      facts: { lang: 'en_US' },
      finds: {
        message: 'The declared language "en_US" is not a valid language tag',
        evidence: [{ kind: 'code', code: '<html lang="en_US">' }],
      },
    },
    'the name of a language': { facts: { lang: 'english' }, finds: {} },
    'a language that does not exist': { facts: { lang: 'xx' }, finds: {} },
    'a template token': { facts: { lang: '{{ lang }}' }, finds: {} },
    'an extension without value': { facts: { lang: 'en-u' }, finds: {} },
    'the name of an inherited property': { facts: { lang: '__proto__' }, finds: {} },
  },
})
