import {
  ahrefs,
  bulb,
  type DefectKind,
  ELSEWHERE,
  file,
  frog,
  html,
  lighthouse,
  ORIGIN,
  semrush,
} from '../defect-kind.ts'
import { soundPage } from '../injected-site.ts'

const picture = (attributes: string) => `<p>The quay <img ${attributes}></p>`
const css = (at: string, rules: string) => ({ [`${at}room.css`]: file('text/css; charset=utf-8', rules) })
const hard =
  'Notwithstanding the aforementioned considerations regarding hydrographical instrumentation, institutional stakeholders consistently demonstrate disproportionate unwillingness to operationalise interdisciplinary methodological recommendations, particularly wherever organisational accountability responsibilities remain insufficiently characterised throughout administrative documentation. '
const german =
  '<p>Das Haus zeigt die Lampen der Lotsen, und es ist an jedem Tag der Woche für alle Besucher geöffnet, die mit dem Schiff oder mit der Bahn zu uns kommen.</p>'

/** Headings, texts and images. */
export const contentKinds: readonly DefectKind[] = [
  {
    name: 'page without an H1',
    tools: [frog, bulb, ahrefs, semrush],
    finds: 'h1-missing',
    injection: () => ({ h1: null }),
  },
  {
    name: 'empty H1',
    tools: [frog, bulb, ahrefs],
    finds: 'h1-missing',
    isUnderAnotherName: true,
    injection: () => ({ h1: '' }),
  },
  {
    name: 'several H1',
    tools: [frog, bulb, ahrefs, semrush],
    finds: 'h1-multiple',
    injection: () => ({ extra: '<h1>Another main heading</h1>' }),
  },
  {
    name: 'same H1 on several pages',
    tools: [frog, bulb],
    finds: 'h1-duplicate',
    injection: at => ({
      h1: 'Lamps of all the pilots',
      extra: '<a href="b">The second</a><a href="c">The third</a>',
      also: Object.fromEntries(
        ['b', 'c'].map(name => [
          at + name,
          soundPage({ path: `${new URL(at).pathname}${name}`, h1: 'Lamps of all the pilots' }),
        ]),
      ),
    }),
  },
  {
    name: 'very long H1',
    tools: [frog],
    finds: 'h1-too-long',
    injection: () => ({
      h1: 'Lamps of the pilots that lit the way into the harbour in the winters of the last century '.repeat(3),
    }),
  },
  {
    name: 'page without an H2',
    tools: [frog],
    finds: 'subheading-missing',
    injection: () => ({
      main: `<p>${Array.from({ length: 420 }, (_, word) => `lamp${word}`).join(' ')}</p>`,
      edit: text => text.replace(/<h2>.*?<\/h2>/, ''),
    }),
  },
  {
    name: 'same H2 twice on a page',
    tools: [frog],
    finds: 'heading-duplicate',
    injection: () => ({ extra: '<h2>The lamp</h2><p>One.</p><h2>The lamp</h2><p>Two.</p>' }),
  },
  {
    name: 'skipped heading level',
    tools: [frog, bulb, lighthouse],
    finds: 'heading-level-skipped',
    injection: () => ({ extra: '<h5>The wick of the lamp</h5>' }),
  },
  {
    name: 'empty heading beside filled ones',
    tools: [bulb],
    finds: 'heading-empty',
    injection: () => ({ extra: '<h2></h2>' }),
  },
  {
    name: 'little text',
    tools: [frog, bulb, ahrefs, semrush],
    finds: 'content-thin',
    injection: () => ({ main: '<p>Lamps of brass.</p>' }),
  },
  {
    name: 'page of status 200 without any content',
    tools: [bulb, ahrefs],
    finds: 'page-empty',
    injection: () => ({ response: { text: '' } }),
  },
  {
    name: 'filler text (lorem ipsum)',
    tools: [frog],
    finds: 'content-placeholder',
    injection: () => ({ extra: '<p>Lorem ipsum dolor sit amet, consectetur adipiscing elit.</p>' }),
  },
  {
    name: 'template expression that was not filled in',
    tools: [frog, bulb],
    finds: 'content-placeholder',
    isUnderAnotherName: true,
    injection: () => ({ extra: '<h2>{{ lamp.name }}</h2>' }),
  },
  {
    name: 'output of a Go template that refuses a value (ZgotmplZ)',
    tools: [bulb],
    finds: 'content-placeholder',
    isUnderAnotherName: true,
    injection: () => ({ extra: '<p><a href="#ZgotmplZ">Share the lamp</a></p>' }),
  },
  {
    name: 'default tagline of a content management system',
    tools: [bulb],
    finds: 'default-text',
    injection: () => ({ title: 'The office – Just another WordPress site' }),
  },
  {
    name: 'description of a site generator that was never changed',
    tools: [bulb],
    finds: 'default-text',
    injection: () => ({ description: 'Description will go into a meta tag in head' }),
  },
  {
    name: 'post that a content management system is delivered with',
    tools: [bulb],
    finds: 'default-text',
    injection: () => ({
      title: 'Hello world! – The office',
      h1: 'Hello world!',
      extra: '<p>Welcome to WordPress. This is your first post. Edit or delete it, then start writing!</p>',
    }),
  },
  {
    name: 'error message of a program in the text',
    tools: [bulb],
    finds: 'content-error-output',
    injection: () => ({
      extra: '<p>Fatal error: Uncaught Error: Call to undefined function lamp() in /var/www/lamp.php on line 12</p>',
    }),
  },
  {
    name: 'PHP warning in the text',
    tools: [bulb],
    finds: 'content-error-output',
    isUnderAnotherName: true,
    injection: () => ({ extra: '<p>Warning: Undefined variable $lamp in /var/www/html/lamp.php on line 12</p>' }),
  },
  {
    name: 'PHP notice in the text',
    tools: [bulb],
    finds: 'content-error-output',
    isUnderAnotherName: true,
    injection: () => ({
      extra: '<p><b>Notice</b>: Undefined index: lamp in <b>/var/www/html/lamp.php</b> on line <b>12</b></p>',
    }),
  },
  {
    name: 'exact copy of another page',
    tools: [frog, bulb, ahrefs, semrush],
    finds: 'duplicate-content-exact',
    injection: at => {
      const parts = { seed: 'copied', h1: 'A copied text', extra: '<a href="twin">The twin</a>' }
      const edit = (text: string) => text.replace(/<h2>.*?<\/h2>/, '<h2>Of lamps</h2>')
      const twin = soundPage({ path: `${new URL(at).pathname}twin`, ...parts })
      return { ...parts, edit, also: { [`${at}twin`]: { ...twin, text: edit(String(twin.text)) } } }
    },
  },
  {
    name: 'nearly the same text as another page',
    tools: [frog, bulb, ahrefs],
    finds: 'duplicate-content-near',
    injection: at => {
      const parts = {
        main: `<p>${Array.from({ length: 300 }, (_, word) => `copy${word}`).join(' ')}</p>`,
        h1: 'A copied text',
      }
      const also = soundPage({ path: `${new URL(at).pathname}twin`, ...parts, extra: '<p>One more word.</p>' })
      return { ...parts, extra: '<a href="twin">The twin</a>', also: { [`${at}twin`]: also } }
    },
  },
  {
    name: 'error page of status 200',
    tools: [frog, bulb],
    finds: 'soft-404',
    injection: () => ({ title: 'Page not found', h1: 'Page not found', main: '<p>There is no such page.</p>' }),
  },
  {
    name: 'text that is hard to read',
    tools: [frog, bulb, ahrefs],
    finds: 'content-hard-to-read',
    injection: () => ({ main: `<p>${hard.repeat(6)}</p>` }),
  },
  {
    name: 'garbled characters of a wrong encoding',
    tools: [bulb],
    finds: 'encoding-corrupt',
    injection: () => ({
      title: 'Ãœbersicht der MÃ¶bel und GrÃ¶ÃŸen',
      extra: german.replaceAll('ü', 'Ã¼').replaceAll('ö', 'Ã¶'),
    }),
  },
  {
    name: 'image without alt attribute',
    tools: [frog, bulb, ahrefs, semrush, lighthouse],
    finds: 'image-alt-missing',
    injection: () => ({ extra: picture('src="/boat.png" width="320" height="200"') }),
  },
  {
    name: 'image with an empty alt that is a link',
    tools: [frog, bulb, lighthouse],
    finds: 'image-alt-empty-in-link',
    injection: () => ({ extra: '<a href="/visit"><img src="/boat.png" alt="" width="32" height="20"></a>' }),
  },
  {
    name: 'large image with an empty alt',
    tools: [frog],
    finds: 'image-alt-empty',
    injection: () => ({ extra: picture('src="/boat.png" alt="" width="640" height="400"') }),
  },
  {
    name: 'alt text of more than 100 characters',
    tools: [frog],
    finds: 'image-alt-too-long',
    injection: () => ({
      extra: picture(
        `src="/boat.png" alt="${'A boat that lies at anchor behind the quay. '.repeat(6)}" width="320" height="200"`,
      ),
    }),
  },
  {
    name: 'file name as alt text',
    tools: [bulb],
    finds: 'image-alt-filename',
    injection: () => ({ extra: picture('src="/boat.png" alt="IMG_0042.jpg" width="320" height="200"') }),
  },
  {
    name: 'image without width and height',
    tools: [frog, lighthouse],
    finds: 'image-dimensions-missing',
    injection: () => ({ extra: picture('src="/boat.png" alt="A boat on its way"') }),
  },
  {
    name: 'image element without src',
    tools: [bulb],
    finds: 'image-source-missing',
    injection: () => ({ extra: picture('alt="A boat on its way" width="320" height="200"') }),
  },
  {
    name: 'image that does not exist',
    tools: [frog, bulb, ahrefs, semrush],
    finds: 'image-broken',
    injection: () => ({ extra: picture('src="gone.png" alt="A boat on its way" width="320" height="200"') }),
  },
  {
    name: 'image of another site that does not exist',
    tools: [semrush, ahrefs],
    finds: 'image-broken',
    isUnderAnotherName: true,
    injection: at => ({
      extra: picture(`src="${ELSEWHERE}${new URL(at).pathname}gone.png" alt="A boat" width="320" height="200"`),
    }),
  },
  {
    name: 'candidate of srcset that does not exist',
    tools: [bulb, frog],
    finds: 'image-broken',
    isUnderAnotherName: true,
    injection: () => ({
      extra: picture('src="/boat.png" srcset="gone-2x.png 2x" alt="A boat on its way" width="320" height="200"'),
    }),
  },
  {
    name: 'image that redirects',
    tools: [ahrefs, bulb],
    finds: 'image-redirect',
    injection: at => ({
      extra: picture('src="moved.png" alt="A boat on its way" width="320" height="200"'),
      also: { [`${at}moved.png`]: { location: `${ORIGIN}/boat.png` } },
    }),
  },
  {
    name: 'image of several hundred KB',
    tools: [frog, bulb, ahrefs, lighthouse],
    finds: 'image-large',
    injection: at => ({
      extra: picture('src="heavy.png" alt="A boat on its way" width="320" height="200"'),
      also: { [`${at}heavy.png`]: file('image/png', 'x', { headers: [['content-length', '900000']] }) },
    }),
  },
  {
    name: 'image in a format that browsers hardly read (BMP, TIFF)',
    tools: [bulb, lighthouse],
    finds: 'image-format-legacy',
    injection: at => ({
      extra: picture('src="boat.bmp" alt="A boat on its way" width="320" height="200"'),
      also: { [`${at}boat.bmp`]: file('image/bmp', 'BM') },
    }),
  },
  {
    name: 'iframe without a title',
    tools: [lighthouse, bulb],
    finds: 'frame-title-missing',
    injection: () => ({ extra: '<iframe src="/visit" width="320" height="200"></iframe>' }),
  },
  {
    name: 'button without a name',
    tools: [lighthouse, frog],
    finds: 'button-name-missing',
    injection: () => ({ extra: '<button type="button"></button>' }),
  },
  {
    name: 'form field without a label',
    tools: [lighthouse, frog, bulb],
    finds: 'form-field-unlabelled',
    injection: () => ({ extra: '<form action="/visit"><input name="lamp"><button>Go</button></form>' }),
  },
  {
    name: 'background image in CSS that does not exist',
    tools: [frog, ahrefs, bulb],
    finds: 'style-file-broken',
    injection: at => ({
      head: '<link rel="stylesheet" href="room.css">',
      also: css(at, 'main { background: url(gone-background.png) }'),
    }),
  },
  {
    name: 'font in CSS that does not exist',
    tools: [frog, bulb],
    finds: 'style-file-broken',
    injection: at => ({
      head: '<link rel="stylesheet" href="room.css">',
      also: css(at, '@font-face { font-family: Lamp; src: url("gone.woff2") format("woff2") }'),
    }),
  },
  {
    name: 'http URL in CSS of a page by https',
    tools: [bulb, semrush],
    finds: 'style-file-insecure',
    injection: at => ({
      head: '<link rel="stylesheet" href="room.css">',
      also: css(at, `main { background: url(http://example.org${new URL(at).pathname}paper.png) }`),
    }),
  },
  {
    name: 'video that does not exist',
    tools: [frog],
    finds: 'resource-broken',
    isUnderAnotherName: true,
    injection: () => ({ extra: '<video src="gone.mp4" controls></video>' }),
  },
  {
    name: 'page that a frame shows and that does not exist',
    tools: [frog],
    finds: 'internal-link-broken',
    isUnderAnotherName: true,
    injection: () => ({ extra: '<iframe src="gone" title="The lamp in a frame"></iframe>' }),
  },
  {
    name: 'frameset in place of a page',
    tools: [semrush],
    finds: 'technology-obsolete',
    injection: at => ({
      response: html(
        '<!doctype html><html lang="en"><head><title>Frames of the office</title></head><frameset cols="50%,50%"><frame src="a"><frame src="b"></frameset></html>',
      ),
      also: Object.fromEntries(
        ['a', 'b'].map(name => [at + name, soundPage({ path: `${new URL(at).pathname}${name}` })]),
      ),
    }),
  },
  {
    name: 'content for a plugin that browsers no longer have (Flash)',
    tools: [semrush],
    finds: 'technology-obsolete',
    injection: at => ({
      extra: '<object type="application/x-shockwave-flash" data="lamp.swf"></object>',
      also: { [`${at}lamp.swf`]: file('application/x-shockwave-flash') },
    }),
  },
]
