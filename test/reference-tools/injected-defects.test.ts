import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findingsOf, resultOf } from './defect-result.ts'
import { defects } from './defects.ts'
import type { PageUnderTest } from './page-under-test.ts'

const words = 'The lead is lowered until it touches the ground, and the line is read at the waterline. '.repeat(12)

const healthy: PageUnderTest = {
  url: 'https://harbour.example/sounding',
  headers: [['content-type', 'text/html; charset=utf-8']],
  html: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Sounding the depth of a harbour</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="How the depth of a harbour is measured, by whom, and how often it is done.">
<link rel="canonical" href="https://harbour.example/sounding">
</head>
<body>
<nav><a href="/">Home</a> <a href="/berths">Berths</a></nav>
<main>
<h1>Sounding the depth of a harbour</h1>
<p>${words}</p>
<h2>Lead and line</h2>
<p><img src="/boat.jpg" alt="A survey boat at anchor" width="640" height="480"></p>
<form action="/search"><label>Search <input name="q"></label> <button>Go</button></form>
</main>
</body>
</html>`,
}

test('a healthy page has no findings', () => assert.deepEqual([...findingsOf(healthy).keys()], []))

for (const defect of defects)
  test(`${defect.what} is found as ${defect.finds}, and as nothing else`, () =>
    assert.deepEqual(resultOf(healthy, defect), { kind: 'found' }))

test('every defect leaves its page as it was', () => {
  const before = JSON.stringify(healthy)
  for (const defect of defects) defect.spoil(healthy)
  assert.equal(JSON.stringify(healthy), before)
})
