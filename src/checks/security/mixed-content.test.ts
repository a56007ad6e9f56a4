import type { LinkKind } from '#shared/model.ts'
import { testCheck } from '../test-check.ts'
import { linkWith } from '../test-facts.ts'
import { mixedContent } from './mixed-content.ts'

const table = (...rows: string[][]) => ({
  kind: 'table',
  label: 'Files loaded over http',
  columns: ['File', 'Kind', 'Line', 'Element'],
  rows,
})
const loads = (...kinds: LinkKind[]) => ({ links: kinds.map(kind => linkWith({ kind, url: 'http://example.com/a' })) })

testCheck(mixedContent, {
  passes: {
    'plain links over http': loads('anchor', 'area', 'canonical', 'alternate', 'next'),
    'files over http on a page over http': { url: 'http://example.com/page', ...loads('script') },
    'a policy that upgrades requests': {
      ...loads('script'),
      response: { headers: [['content-security-policy', "default-src 'self'; upgrade-insecure-requests"]] },
    },
    'files of this machine': {
      links: ['localhost:35729', 'app.localhost', '127.0.0.1', '127.1.2.3:80', '[::1]'].map(host =>
        linkWith({ kind: 'script', url: `http://${host}/livereload.js` }),
      ),
    },
  },
  fails: {
    'a script of another host, beside a header that is no policy': {
      facts: {
        links: [linkWith({ kind: 'script', url: 'http://localhost.example/a.js' })],
        response: {
          headers: [
            ['x-note', 'upgrade-insecure-requests'],
            ['content-security-policy', "default-src 'self'"],
          ],
        },
      },
      finds: {
        severity: 'error',
        message: 'Mixed content: 1 file loaded over http (1 blocked by browsers)',
        evidence: [table(['http://localhost.example/a.js', 'script', '20', 'body > main > a'])],
      },
    },
    'a script, as an error': {
      facts: loads('script', 'image'),
      finds: {
        severity: 'error',
        message: 'Mixed content: 2 files loaded over http (1 blocked by browsers)',
        evidence: [
          table(
            ['http://example.com/a', 'script', '20', 'body > main > a'],
            ['http://example.com/a', 'image', '20', 'body > main > a'],
          ),
        ],
      },
    },
    'a frame, a style sheet or a font': {
      facts: loads('frame', 'stylesheet', 'font'),
      finds: {
        severity: 'error',
        message: 'Mixed content: 3 files loaded over http (3 blocked by browsers)',
        evidence: [
          table(
            ['http://example.com/a', 'frame', '20', 'body > main > a'],
            ['http://example.com/a', 'stylesheet', '20', 'body > main > a'],
            ['http://example.com/a', 'font', '20', 'body > main > a'],
          ),
        ],
      },
    },
    'images and media only, as a warning': {
      facts: loads('image', 'media'),
      finds: {
        severity: 'warning',
        message: 'Mixed content: 2 files loaded over http',
        evidence: [
          table(
            ['http://example.com/a', 'image', '20', 'body > main > a'],
            ['http://example.com/a', 'media', '20', 'body > main > a'],
          ),
        ],
      },
    },
  },
})
