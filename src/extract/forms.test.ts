import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAX_FINDINGS_PER_LIST } from '#shared/limits.ts'
import { factsOf } from './test-facts.ts'

const actions: [attributes: string, action: string, method: string][] = [
  ['', '', 'get'],
  ['action="" method=POST', '', 'post'],
  ['action=/login method=dialog', 'http://example.test/login', 'dialog'],
  ['action=http://a.test/x method=put', 'http://a.test/x', 'get'],
  ['action="mailto:a@b.test"', 'mailto:a@b.test', 'get'],
]
for (const [attributes, action, method] of actions)
  test(`form with ${attributes || 'nothing'}`, () => {
    const [form] = factsOf(`<form ${attributes}></form>`).forms
    assert.deepEqual([form?.action, form?.method], [action, method])
  })

const fields: [input: string, hasPasswordField: boolean, hasCardField: boolean][] = [
  ['<input type=Password>', true, false],
  ['<input autocomplete="section-a cc-number">', false, true],
  ['<input name=cardNumber>', false, true],
  ['<input name=cc_num>', false, true],
  ['<input name=cvv>', false, true],
  ['<input name=accnum>', false, false],
  ['<input type=text name=card>', false, false],
]
for (const [input, hasPasswordField, hasCardField] of fields)
  test(`form with ${input}`, () => {
    const [form] = factsOf(`<form><p>${input}</form><input type=password>`).forms
    assert.deepEqual([form?.hasPasswordField, form?.hasCardField], [hasPasswordField, hasCardField])
  })

const labelledFields: [name: string, markup: string, isUnlabelled: boolean][] = [
  ['nothing', '<input name=q>', true],
  ['a placeholder is no label', '<input placeholder=Search>', true],
  ['label for', '<label for=q>Search</label><input id=q>', false],
  ['label for, behind the field', '<input id=q><label for=q>Search</label>', false],
  ['label for another field', '<label for=p>Search</label><input id=q>', true],
  ['an empty label', '<label for=q> </label><input id=q>', true],
  ['a label around it', '<label>Search <input></label>', false],
  ['a hidden switch of a menu, ticked by an icon', '<input type=checkbox id=q><label for=q><svg></svg></label>', false],
  ['the same within its label', '<label><input type=RADIO><svg></svg></label>', false],
  ['a hidden switch without a label on this page', '<input type=checkbox id=q class=toggle>', false],
  ['a box to be sent without any label', '<input type=checkbox id=q name=q>', true],
  ['the mark of a task in a list', '<ul><li><input type=checkbox disabled checked> Sound the basin</ul>', false],
  ['a disabled box to be sent', '<input type=checkbox disabled name=q>', true],
  ['a disabled text field', '<input disabled>', true],
  ['a box that nothing refers to', '<input type=checkbox>', true],
  ['a box with the label of another field', '<input type=checkbox id=q name=q><label for=p>Menu</label>', true],
  ['a text field without a name to be sent under', '<input type=text id=q>', true],
  ['a label around it without text', '<label><select><option>One</select></label>', true],
  ['a label by image', '<label for=q><img src=a alt=Search></label><input id=q>', false],
  ['aria-label', '<textarea aria-label=Text></textarea>', false],
  ['aria-labelledby', '<b id=l>Search</b><input aria-labelledby=l>', false],
  ['aria-labelledby that leads nowhere', '<input aria-labelledby=l>', true],
  ['title', '<select title=Colour></select>', false],
  ['hidden type', '<input type=HIDDEN>', false],
  ['submit', '<input type=submit>', false],
  ['hidden element', '<div style="display: none"><input></div>', false],
  ['aria-hidden', '<input aria-hidden=true>', false],
  ['in noscript', '<body><noscript><input></noscript>', false],
]
for (const [name, markup, isUnlabelled] of labelledFields)
  test(`unlabelled field: ${name}`, () => assert.equal(factsOf(markup).unlabelledFields.length, isUnlabelled ? 1 : 0))

const buttons: [name: string, markup: string, isNameless: boolean][] = [
  ['no content', '<button></button>', true],
  ['text', '<button>Go</button>', false],
  ['an icon', '<button><svg></svg></button>', true],
  ['an image alone is a matter of its alt', '<button><img src=a alt=""></button>', false],
  ['role=button', '<div role=button></div>', true],
  ['role=button with text', '<div role="BUTTON x">Go</div>', false],
  ['input type=button', '<input type=button>', true],
  ['input type=button with a value', '<input type=button value=Go>', false],
  ['input type=image', '<input type=image src=a>', true],
  ['input type=image with alt', '<input type=image src=a alt=Go>', false],
  ['hidden', '<button hidden></button>', false],
  ['a template that a script fills in', '<button><i></i><template v-else>Near me</template></button>', false],
]
for (const [name, markup, isNameless] of buttons)
  test(`nameless button: ${name}`, () => assert.equal(factsOf(markup).namelessButtons.length, isNameless ? 1 : 0))

test('unlabelled fields and nameless buttons are listed up to a limit', () => {
  const { unlabelledFields, namelessButtons } = factsOf('<input><button></button>'.repeat(MAX_FINDINGS_PER_LIST + 1))
  assert.deepEqual([unlabelledFields.length, namelessButtons.length], [MAX_FINDINGS_PER_LIST, MAX_FINDINGS_PER_LIST])
})
