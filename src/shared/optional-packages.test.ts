import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from './errors.ts'
import { lighthousePart, loadOptional, missingPackagesText, postgresPart } from './optional-packages.ts'

const POSTGRES =
  'A PostgreSQL database needs the packages pg and pg-boss: run "npm install pg pg-boss" where Sitesounder is installed.'

test('a missing package is a sentence with the command that adds it', async () => {
  const part = { purpose: 'A part', packages: ['sitesounder-missing-package'] }
  const missing: string = 'sitesounder-missing-package'
  await assert.rejects(
    loadOptional(part, () => import(missing)),
    new AppError('unavailable', missingPackagesText(part)),
  )
  assert.equal(missingPackagesText(postgresPart), POSTGRES)
  assert.equal(
    missingPackagesText(lighthousePart),
    'Lighthouse on this machine needs the package lighthouse: run "npm install lighthouse" where Sitesounder is installed.',
  )
})

test('a part that is there is loaded, and its own errors are not hidden', async () => {
  assert.equal(await loadOptional(postgresPart, async () => 'loaded'), 'loaded')
  const own = new Error('of its own')
  await assert.rejects(
    loadOptional(postgresPart, () => Promise.reject(own)),
    own,
  )
  const other: string = 'sitesounder-other-package'
  await assert.rejects(
    loadOptional(postgresPart, () => import(other)),
    { code: 'ERR_MODULE_NOT_FOUND' },
  )
})
