import { test } from 'node:test'
import { closeAndResume } from '../support/closing-trials.ts'

/** A crawl whose process was closed goes on at the next start. resume.long.test.ts ends it in many more ways. */

test('a crawl whose process was closed in good order goes on where it was and ends in the same report', context =>
  closeAndResume(context, [135]))
