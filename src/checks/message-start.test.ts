import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { IssueType } from '#shared/model.ts'
import { messageProblem } from './message-start.ts'

const accepted: [id: string, type: IssueType, message: string][] = [
  ['title-missing', 'meta_issue', 'Missing title (empty)'],
  ['title-too-long', 'meta_issue', 'Long title'],
  ['external-link-unverifiable', 'broken_link', 'Link could not be verified (403)'],
  ['image-alt-empty', 'alt_tag_issues', 'Empty alt tag on 1 image'],
  ['image-broken', 'image_issues', 'Image is broken'],
]
for (const [id, type, message] of accepted) {
  test(`messageProblem() accepts "${message}" of ${id}`, () =>
    assert.equal(messageProblem({ id, type }, message), null))
}

const refused: [id: string, type: IssueType, message: string][] = [
  ['title-missing', 'meta_issue', 'No title'],
  ['internal-link-broken', 'broken_link', 'Page not found'],
  ['h1-multiple', 'meta_issue', 'Missing H1 is not the problem'],
  ['head-broken', 'meta_issue', 'The head is broken'],
  ['duplicate-content-exact', 'duplicate', 'Same text'],
]
for (const [id, type, message] of refused) {
  test(`messageProblem() refuses "${message}" of ${id}`, () =>
    assert.notEqual(messageProblem({ id, type }, message), null))
}
