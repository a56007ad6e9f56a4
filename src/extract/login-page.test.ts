import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readLoginPage } from './login-page.ts'

const URL_OF_PAGE = 'https://www.example.com/members/login?from=%2Fa'

function pageOf(markup: string) {
  const body = new TextEncoder().encode(markup)
  return readLoginPage({ url: URL_OF_PAGE, body, contentType: 'text/html; charset=utf-8' })
}

const ann = [
  { field: 'username', value: 'ann' },
  { field: 'current-password', value: 'pass' },
]

const account = (options: string) =>
  `<form method=post><input name=username><input type=password name=p autocomplete=current-password><select name=of>${options}</select></form>`
const chosen = (value: string) => ({
  method: 'POST' as const,
  url: URL_OF_PAGE,
  entries: [
    ['username', 'ann'],
    ['p', 'pass'],
    ['of', value],
  ] satisfies [string, string][],
})

const rows: [
  name: string,
  markup: string,
  fields: typeof ann,
  expected: ReturnType<ReturnType<typeof pageOf>['fill']>,
][] = [
  [
    'fields are found by their types, and hidden fields and the default button are sent',
    `<form action=/in method=POST><input type=hidden name=csrf value="a&amp;b"><input name=user><input type=password name=pw>
     <input type=checkbox name=stay value=1 checked><input type=checkbox name=news><button name=go value=in>Go</button>
     <button name=other value=1>Other</button></form>`,
    ann,
    {
      method: 'POST',
      url: 'https://www.example.com/in',
      entries: [
        ['csrf', 'a&b'],
        ['user', 'ann'],
        ['pw', 'pass'],
        ['stay', '1'],
        ['go', 'in'],
      ],
    },
  ],
  [
    'the option that is selected counts, in a group, too',
    account('<option>a<optgroup><option value=b>B<option selected> C </optgroup>'),
    ann,
    chosen('C'),
  ],
  [
    'the first option counts where none is selected',
    account('<optgroup><option value=b>B</optgroup>'),
    ann,
    chosen('b'),
  ],
  [
    'names come before ids, and ids before autocomplete tokens',
    '<form method=post><input name=x autocomplete=a><input name=y id=a><input name=a></form>',
    [{ field: 'a', value: '1' }],
    {
      method: 'POST',
      url: URL_OF_PAGE,
      entries: [
        ['x', ''],
        ['y', ''],
        ['a', '1'],
      ],
    },
  ],
  [
    'a form with one password field comes before one with two, and one without',
    `<form action=/search><input name=username></form>
     <form action=/register method=post><input name=username><input type=password name=a><input type=password name=b></form>
     <form action=/login method=post><input name=username><input type=password name=c></form>`,
    ann,
    {
      method: 'POST',
      url: 'https://www.example.com/login',
      entries: [
        ['username', 'ann'],
        ['c', 'pass'],
      ],
    },
  ],
  [
    'a first step has the user name alone; base, select and textarea count',
    `<base href="https://auth.example.com/x/"><form action=next><input type=email name=mail>
     <select name=lang><option value=de>Deutsch<option value=en selected>English</select><textarea name=note>Hello</textarea></form>`,
    [{ field: 'username', value: 'ann@example.com' }],
    {
      method: 'GET',
      url: 'https://auth.example.com/x/next?mail=ann%40example.com&lang=en&note=Hello',
      entries: [
        ['mail', 'ann@example.com'],
        ['lang', 'en'],
        ['note', 'Hello'],
      ],
    },
  ],
  [
    'controls outside belong to the form that they name',
    '<form id=f method=post></form><form></form><input form=f name=u><input form=f type=password name=p disabled><input form=f type=password name=q>',
    ann,
    {
      method: 'POST',
      url: URL_OF_PAGE,
      entries: [
        ['u', 'ann'],
        ['q', 'pass'],
      ],
    },
  ],
  [
    'a button that is disabled, resets or does nothing is not the default button; an image is one',
    `<form method=post><input name=user><input type=password name=pw><button disabled name=a value=1>A</button>
     <button type=reset name=b value=1>B</button><input type=button name=c value=1><input type=image name=d value=1>
     <input type=submit name=e value=1></form>`,
    ann,
    {
      method: 'POST',
      url: URL_OF_PAGE,
      entries: [
        ['user', 'ann'],
        ['pw', 'pass'],
        ['d', '1'],
      ],
    },
  ],
  ['no form has a field of this name', '<form><input name=a></form>', [{ field: 'b', value: '1' }], null],
  ['fields of scripts are in no form', '<input name=user><input type=password name=pw>', ann, null],
  [
    'a form of a script has no URL',
    '<form action="javascript:go()"><input name=a></form>',
    [{ field: 'a', value: '' }],
    null,
  ],
]

describe('readLoginPage()', () => {
  for (const [name, markup, fields, expected] of rows)
    it(name, () => assert.deepEqual(pageOf(markup).fill(fields), expected))

  it('notices a password field outside of forms', () => {
    assert.equal(pageOf('<input type=password>').hasPasswordField, true)
  })

  it('reads what the page shows, and whether it has a password field', () => {
    const { text, hasPasswordField } = pageOf(
      '<h1>Hello</h1>\n<p hidden>No</p><p>Wrong   password.</p><form><input type=PASSWORD></form>',
    )
    assert.deepEqual([text, hasPasswordField], ['Hello Wrong password.', true])
    assert.equal(pageOf('<input name=password>').hasPasswordField, false)
  })
})
