import { existsSync } from 'node:fs'
import { registerHooks } from 'node:module'

/**
 * Loaded before a test file: the threads that it starts run the bundle, which `scripts/test.ts` has just built. A thread of the sources
 * reads hundreds of files, and the tests start hundreds of threads.
 */

const STARTED = /\/src\/runtime\/([\w-]+-thread)\.ts$/
const PROGRAM = new URL('../dist/program/', import.meta.url)

registerHooks({
  resolve(specifier, context, nextResolve) {
    // The entry of a thread is the only file that no other one imports.
    const [, name] = (context.parentURL === undefined && STARTED.exec(specifier)) || []
    const bundled = name === undefined ? null : new URL(`${name}.js`, PROGRAM)
    return nextResolve(bundled !== null && existsSync(bundled) ? bundled.href : specifier, context)
  },
})
