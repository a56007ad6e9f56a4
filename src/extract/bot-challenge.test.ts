import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isBotChallenge, type ResponseStart } from './bot-challenge.ts'

const rows: [name: string, response: Partial<ResponseStart>, expected: boolean][] = [
  ['Cloudflare by header', { status: 403, headers: [['CF-Mitigated', 'challenge']] }, true],
  ['Cloudflare by markup', { status: 503, bodyText: '<form action="/?__cf_chl_f_tk=x">' }, true],
  ['a challenge with status 200', { status: 200, bodyText: '<script>window._cf_chl_opt={}</script>' }, true],
  ['DataDome', { status: 403, bodyText: '<script src="https://ct.captcha-delivery.com/c.js">' }, true],
  ['PerimeterX', { bodyText: '<div id="px-captcha"></div>' }, true],
  ['Incapsula', { bodyText: 'Incapsula incident ID: 1' }, true],
  ['AWS WAF by markup', { bodyText: '<script>window.gokuProps={}</script>' }, true],
  ['Sucuri', { bodyText: '<script>sucuri_cloudproxy_js=1</script>' }, true],
  ['Anubis', { bodyText: '<script id="anubis_challenge">' }, true],
  ['AWS WAF by header', { status: 202, headers: [['x-amzn-waf-action', 'challenge']] }, true],
  ['a refusal that names a vendor', { status: 429, bodyText: 'Please solve the CAPTCHA' }, true],
  ['a refusal without the name of a vendor', { status: 403, bodyText: 'Forbidden' }, false],
  ['a long refusal that names a vendor', { status: 403, bodyText: `cloudflare${' '.repeat(20_480)}` }, false],
  ['a missing page that names a vendor', { status: 404, bodyText: 'cloudflare' }, false],
  ['an ordinary page with a captcha in its form', { status: 200, bodyText: '<div class="g-recaptcha"></div>' }, false],
  [
    'a page behind Cloudflare',
    {
      status: 200,
      headers: [['server', 'cloudflare']],
      bodyText: '<script src="/cdn-cgi/challenge-platform/scripts/jsd/main.js">',
    },
    false,
  ],
  ['a long article about challenges', { status: 200, bodyText: `__cf_chl_${'x'.repeat(40_000)}` }, false],
]
for (const [name, response, expected] of rows)
  test(`isBotChallenge(): ${name}`, () =>
    assert.equal(isBotChallenge({ status: 200, headers: [], bodyText: '', ...response }), expected))
