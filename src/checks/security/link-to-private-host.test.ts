import { testCheck } from '../test-check.ts'
import { linkWith } from '../test-facts.ts'
import { linkToPrivateHost } from './link-to-private-host.ts'

const table = (...rows: string[][]) => ({
  kind: 'table',
  label: 'Links to private or test hosts',
  columns: ['Target', 'Host', 'Text', 'Line', 'Element'],
  rows,
})
const to = (...urls: string[]) => ({ links: urls.map(url => linkWith({ url })) })

testCheck(linkToPrivateHost, {
  passes: {
    'public names and URLs': to('https://localhost.example.org/', 'https://8.8.8.8/', 'https://latest.example.com/'),
    'a local page that links to itself': {
      isPrivateHost: true,
      url: 'http://localhost:3000/',
      ...to('http://localhost:3000/a'),
    },
    'a test host of another website': to('https://dev.example.org/'),
    'a website that is called so': { url: 'https://www.dev.to/', ...to('https://dev.to/a') },
    'a test site that links to itself': {
      url: 'https://staging.example.com/',
      ...to('https://staging.example.com/a'),
    },
  },
  fails: {
    'a link to this machine': {
      facts: to('http://localhost:3000/prices'),
      finds: {
        severity: 'error',
        message: '1 link to a private host (localhost:3000)',
        details: { sourceUrl: 'https://example.com/page', referringSources: ['https://example.com/page'] },
        evidence: [table(['http://localhost:3000/prices', 'this machine', 'How we measure', '20', 'body > main > a'])],
      },
    },
    'private URLs and names of every kind': {
      facts: to(
        'http://127.0.0.2/',
        'http://10.1.2.3/',
        'http://172.31.0.1/',
        'http://192.168.0.1/',
        'http://[fd00::1]/',
        'http://[::1]/',
        'http://printer.local/',
        'http://shop.test/',
        'http://wiki.internal/',
      ),
      finds: {
        severity: 'error',
        message: '9 links to a private host (127.0.0.2)',
        details: { sourceUrl: 'https://example.com/page', referringSources: ['https://example.com/page'] },
        evidence: [
          table(
            ['http://127.0.0.2/', 'private network address', 'How we measure', '20', 'body > main > a'],
            ['http://10.1.2.3/', 'private network address', 'How we measure', '20', 'body > main > a'],
            ['http://172.31.0.1/', 'private network address', 'How we measure', '20', 'body > main > a'],
            ['http://192.168.0.1/', 'private network address', 'How we measure', '20', 'body > main > a'],
            ['http://[fd00::1]/', 'private network address', 'How we measure', '20', 'body > main > a'],
            ['http://[::1]/', 'private network address', 'How we measure', '20', 'body > main > a'],
            ['http://printer.local/', 'local network name', 'How we measure', '20', 'body > main > a'],
            ['http://shop.test/', 'local network name', 'How we measure', '20', 'body > main > a'],
            ['http://wiki.internal/', 'local network name', 'How we measure', '20', 'body > main > a'],
          ),
        ],
      },
    },
    'an image from this machine': {
      facts: { links: [linkWith({ kind: 'image', url: 'http://localhost/a.png', text: 'localhost' })] },
      finds: {
        severity: 'error',
        message: '1 link to a private host (localhost)',
        details: { sourceUrl: 'https://example.com/page', referringSources: ['https://example.com/page'] },
        evidence: [table(['http://localhost/a.png', 'this machine', 'localhost', '20', 'body > main > a'])],
      },
    },
    'a URL that the text shows, as an info': {
      facts: { links: [linkWith({ url: 'http://localhost:3000/', text: 'http://localhost:3000' })] },
      finds: {
        severity: 'info',
        message: '1 link to a private host (localhost:3000)',
        details: { sourceUrl: 'https://example.com/page', referringSources: ['https://example.com/page'] },
        evidence: [table(['http://localhost:3000/', 'this machine', 'http://localhost:3000', '20', 'body > main > a'])],
      },
    },
    'a URL that stands in code, as an info': {
      facts: { links: [linkWith({ url: 'http://localhost:3000/', path: 'body > main > pre > code > a' })] },
      finds: {
        severity: 'info',
        message: '1 link to a private host (localhost:3000)',
        details: { sourceUrl: 'https://example.com/page', referringSources: ['https://example.com/page'] },
        evidence: [
          table(['http://localhost:3000/', 'this machine', 'How we measure', '20', 'body > main > pre > code > a']),
        ],
      },
    },
    'a host that the instructions of the page name, as an info': {
      facts: {
        ...to('http://localhost:3000/'),
        content: { mainText: 'Start the server and open Localhost:3000 in a browser.' },
      },
      finds: {
        severity: 'info',
        message: '1 link to a private host (localhost:3000)',
        details: { sourceUrl: 'https://example.com/page', referringSources: ['https://example.com/page'] },
        evidence: [table(['http://localhost:3000/', 'this machine', 'How we measure', '20', 'body > main > a'])],
      },
    },
    'another private host than the one of the instructions': {
      facts: {
        links: [linkWith({ url: 'http://localhost/', text: 'localhost' }), linkWith({ url: 'http://10.0.0.1/' })],
      },
      finds: {
        severity: 'error',
        message: '2 links to a private host (10.0.0.1)',
        details: { sourceUrl: 'https://example.com/page', referringSources: ['https://example.com/page'] },
        evidence: [
          table(
            ['http://localhost/', 'this machine', 'localhost', '20', 'body > main > a'],
            ['http://10.0.0.1/', 'private network address', 'How we measure', '20', 'body > main > a'],
          ),
        ],
      },
    },
    'a test host of the same domain, as a warning': {
      facts: to('https://staging.example.com/'),
      finds: {
        severity: 'warning',
        message: '1 link to a test host of the website (staging.example.com)',
        details: { sourceUrl: 'https://example.com/page', referringSources: ['https://example.com/page'] },
        evidence: [
          table([
            'https://staging.example.com/',
            'test host of the website',
            'How we measure',
            '20',
            'body > main > a',
          ]),
        ],
      },
    },
    'the private URL before the test host': {
      facts: to('https://dev.example.com/', 'http://10.0.0.1/'),
      finds: {
        severity: 'error',
        message: '2 links to a private host (10.0.0.1)',
        details: { sourceUrl: 'https://example.com/page', referringSources: ['https://example.com/page'] },
        evidence: [
          table(
            ['https://dev.example.com/', 'test host of the website', 'How we measure', '20', 'body > main > a'],
            ['http://10.0.0.1/', 'private network address', 'How we measure', '20', 'body > main > a'],
          ),
        ],
      },
    },
  },
})
