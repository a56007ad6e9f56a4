import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readWebManifest } from './web-manifest.ts'

const chunks = {
  'src/web/main.tsx': { file: 'assets/main-1.js', imports: ['_react-2.js'], css: ['assets/main-3.css'] },
  'src/web/theme.ts': { file: 'assets/theme-4.js' },
  '_react-2.js': { file: 'assets/react-2.js' },
  '_table-5.js': { file: 'assets/table-5.js', imports: ['_react-2.js', '_table-5.js'] },
  'src/web/screens/pages-list/pages-list-screen.tsx': {
    file: 'assets/pages-list-6.js',
    imports: ['src/web/main.tsx', '_table-5.js'],
  },
}

test('readWebManifest() names entry, theme and styles as URLs', () => {
  const { entryScript, themeScript, styles } = readWebManifest(JSON.stringify(chunks))
  assert.deepEqual(
    { entryScript, themeScript, styles },
    { entryScript: '/assets/main-1.js', themeScript: '/assets/theme-4.js', styles: ['/assets/main-3.css'] },
  )
})

test('readWebManifest() preloads what a screen imports through others, shared modules first, the entry never', () => {
  const preloads = readWebManifest(JSON.stringify(chunks)).preloads['pages-list']
  assert.equal(preloads[0], '/assets/react-2.js')
  assert.deepEqual(preloads.toSorted(), ['/assets/pages-list-6.js', '/assets/react-2.js', '/assets/table-5.js'])
})

test('readWebManifest() gives a screen without a module of its own what the entry needs', () => {
  assert.deepEqual(readWebManifest(JSON.stringify(chunks)).preloads.help, ['/assets/react-2.js'])
})

test('readWebManifest() refuses a theme script that imports another file', () => {
  const broken = { ...chunks, 'src/web/theme.ts': { file: 'assets/theme-4.js', imports: ['_shared-8.js'] } }
  assert.throws(() => readWebManifest(JSON.stringify(broken)), /must stand alone/)
})

test('readWebManifest() says what a foreign manifest lacks', () => {
  assert.throws(() => readWebManifest('{}'), /names no src\/web\/main\.tsx/)
})
