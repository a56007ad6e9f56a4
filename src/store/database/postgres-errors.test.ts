import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError, StorageUnavailableError } from '#shared/errors.ts'
import { isFull, isPassing, openingError } from './postgres-errors.ts'

const URL = 'postgres://crawler:secret@db.test/site?sslmode=require'

function coded(code: string, message = 'no'): Error {
  return Object.assign(new Error(message), { code })
}

const cases: [name: string, error: Error, passes: boolean, sentence: RegExp | null][] = [
  ['a server that is shut down', coded('57P01'), true, null],
  ['a server that starts', coded('57P03'), true, null],
  ['a broken connection', coded('08006'), true, null],
  ['a connection that ended', new Error('Connection terminated unexpectedly'), true, null],
  ['a session that idled in a transaction', coded('25P03'), true, null],
  ['a deadlock', coded('40P01'), true, null],
  ['a lock that was waited for in vain', coded('55P03'), true, null],
  ['a refused connection', coded('ECONNREFUSED'), true, /cannot be reached/],
  ['too many connections', coded('53300'), true, /no connection left/],
  ['a full disk', coded('53100'), false, /is full/],
  ['no such database', coded('3D000'), false, /createdb/],
  ['no right to make tables', coded('42501'), false, /grant create/],
  ['a wrong password', coded('28P01'), false, /refuses its user/],
  ['an internal error', coded('42601', 'syntax error'), false, null],
  ['a row that is there already', coded('23505'), false, null],
]

for (const [name, error, passes, sentence] of cases)
  test(`${name}: ${passes ? 'may pass' : 'stays'}${sentence ? `, ${sentence.source}` : ''}`, () => {
    assert.equal(isPassing(error), passes)
    assert.equal(isFull(error), name === 'a full disk')
    for (const thrown of [error, new StorageUnavailableError(error)]) {
      const error = openingError(thrown, URL)
      if (sentence === null) assert.equal(error, thrown)
      else {
        assert.ok(error instanceof AppError)
        assert.match(error.message, sentence)
        assert.match(error.message, /postgres:\/\/crawler@db\.test\/site/)
        assert.doesNotMatch(error.message, /secret|sslmode/)
      }
    }
  })
