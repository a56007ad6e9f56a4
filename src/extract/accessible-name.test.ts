import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factsOf } from './test-facts.ts'

const names: [name: string, content: string, expected: string][] = [
  ['the text', 'Home', 'Home'],
  ['a label before the text', '<b aria-label=Start>Home</b>', 'Start'],
  ['a blank label is none', '<b aria-label=" ">Home</b>', 'Home'],
  ['the text with the label of an image', 'Go <img src=/a.png aria-label=home alt=x title=y>', 'Go home'],
  ['the text with the alt of an image', 'Go <img src=/a.png alt=home title=y>', 'Go home'],
  ['the text with the title of an image', 'Go <img src=/a.png title=home>', 'Go home'],
  ['an image without any', 'Go <img src=/a.png>', 'Go'],
  ['a title inside, where there is nothing else', '<i title=Home></i><i title=Other></i>', 'Home'],
  ['text before a title inside', '<i title=Home>Start</i>', 'Start'],
  ['the value of a button', '<input type=button value=Send>', 'Send'],
  ['the value of a submit button', '<input type=submit value=Send>', 'Send'],
  ['the value of a reset button', '<input type=reset value=Clear>', 'Clear'],
  ['no value of a field', 'Go <input type=text value=Send>', 'Go'],
  ['no style sheet and no script', 'Go<style>b{}</style><script>x()</script>', 'Go'],
  ['nothing hidden', 'Go <b hidden>away</b><b aria-hidden=true>x</b>', 'Go'],
]
for (const [name, content, expected] of names)
  test(`accessible name: ${name}`, () => assert.equal(factsOf(`<a href=/x>${content}</a>`).links[0]?.text, expected))

const soleImages: [name: string, content: string, isSole: boolean][] = [
  ['an image alone', '<img src=/a.png>', true],
  ['two images', '<img src=/a.png><img src=/b.png>', false],
  ['an image and text', '<img src=/a.png>Go', false],
  ['an image and a drawing', '<img src=/a.png><svg></svg>', false],
  ['an image and an element with a label', '<img src=/a.png><b aria-label=Go></b>', false],
]
for (const [name, content, isSole] of soleImages)
  test(`sole content of a link: ${name}`, () => {
    const [image] = factsOf(`<a href=/x>${content}</a>`).images
    assert.equal(image?.soleContentOf?.element, isSole ? 'link' : undefined)
  })
