import asyncHooks from 'node:async_hooks'

/**
 * Loaded before a test file: the test runner's hook, by which it finds the test that an uncaught error comes from, is not called for
 * promises. Each promise of the code under test would be a call and work for the garbage collector, up to half of the processor's time.
 * An error that is caught by no test fails its file still; which test it comes from is said when the file runs again, without this.
 */

const { createHook } = asyncHooks

// The test runner reads it when `node:test` is first imported, which is after this.
asyncHooks.createHook = callbacks =>
  createHook(callbacks.promiseResolve === undefined ? { ...callbacks, trackPromises: false } : callbacks)
