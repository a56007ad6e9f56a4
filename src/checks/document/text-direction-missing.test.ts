import { testCheck } from '../test-check.ts'
import { textDirectionMissing } from './text-direction-missing.ts'

const arabic = { content: { mainText: 'مواعيد المد والجزر في الميناء' } }

testCheck(textDirectionMissing, {
  passes: {
    'a language written from left to right': { lang: 'de' },
    'a page with its direction': { ...arabic, lang: 'ar', direction: 'rtl' },
    'a direction by the text': { ...arabic, lang: 'ar', direction: 'auto' },
    'Latin letters': { ...arabic, lang: 'ar-Latn' },
    'another language with the same beginning': { ...arabic, lang: 'arn' },
    'a text in another script': { lang: 'he', content: { mainText: 'Tides of the harbour מים' } },
    'a page without text': { lang: 'ar', content: { mainText: '12:30' } },
    'a text of which half is in another script': { lang: 'ar', content: { mainText: 'مد ab' } },
  },
  fails: {
    'no direction': {
      facts: { ...arabic, lang: 'ar-EG' },
      finds: {
        severity: 'warning',
        message: 'Missing text direction (dir="rtl")',
        evidence: [{ kind: 'text', label: 'html element', text: 'lang="ar-eg", no dir attribute' }],
      },
    },
    'a text of which a little more than half is Arabic': {
      facts: { lang: 'ar', content: { mainText: 'مدم ab' } },
      finds: { evidence: [{ kind: 'text', label: 'html element', text: 'lang="ar", no dir attribute' }] },
    },
    'a text of one letter': {
      facts: { lang: 'ar', content: { mainText: 'م' } },
      finds: { evidence: [{ kind: 'text', label: 'html element', text: 'lang="ar", no dir attribute' }] },
    },
    'the wrong one': {
      facts: { lang: 'he', direction: 'ltr', content: { mainText: 'שעות הגאות' } },
      finds: { evidence: [{ kind: 'text', label: 'html element', text: 'lang="he", dir="ltr"' }] },
    },
  },
  skips: { 'an error page': { facts: { ...arabic, lang: 'ar', response: { status: 404 } }, reason: null } },
})
