import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { temporaryFolder } from '../support/storage.ts'

/**
 * The steps of deploy/Dockerfile without a container engine: in a mount namespace on this machine's own system, as the image's user, with a read-only root.
 * Only the packages of Debian are not installed.
 */

const ROOT = path.join(import.meta.dirname, '..', '..')
const dockerfile = readFileSync(path.join(ROOT, 'deploy/Dockerfile'), 'utf8').replaceAll(/\\\n\s*/g, '')
const argumentOf = (instruction: string) => new RegExp(`^${instruction} (.+)$`, 'm').exec(dockerfile)?.[1] ?? ''
const commandOf = (instruction: string): string[] => JSON.parse(/\[.*\]/.exec(argumentOf(instruction))?.[0] ?? '[]')
/** Of the user `node` in the image of Node.js. */
const USER_ID = '1000'

let folder: string
before(() => {
  folder = temporaryFolder()
})
after(() => rmSync(folder, { recursive: true, force: true }))

const canReplay = process.platform === 'linux' && process.getuid?.() === 0
const skip = canReplay ? false : 'only root may make a mount namespace with a read-only root'

test('the image builds from the checkout, starts as its own user with a read-only root, and is healthy', {
  skip,
}, async t => {
  const image = path.join(folder, 'image')
  mkdirSync(image, { recursive: true })
  copyContext(image)
  assert.match(dockerfile, /^RUN npm ci --include=dev$/m)
  execFileSync('npm', ['ci', '--include=dev', '--no-audit', '--no-fund'], { cwd: image, stdio: 'ignore' })
  const entry = [...commandOf('ENTRYPOINT'), ...commandOf('CMD'), '--port', '0'].map(quoted).join(' ')
  const health = commandOf('HEALTHCHECK').map(quoted).join(' ')
  const script = `
    set -e
    mount -t tmpfs tmpfs /srv
    mkdir -p ${argumentOf('WORKDIR')} && mount --bind ${quoted(image)} ${argumentOf('WORKDIR')}
    mount -t tmpfs tmpfs /var/lib
    mkdir -p ${argumentOf('VOLUME')} && mount -t tmpfs tmpfs ${argumentOf('VOLUME')} && chown ${USER_ID}:${USER_ID} ${argumentOf('VOLUME')}
    mount -o remount,bind,ro ${argumentOf('WORKDIR')}
    mount -o remount,bind,ro /
    mount -t tmpfs -o mode=1777 tmpfs /tmp
    cd ${argumentOf('WORKDIR')}
    as_user() { setpriv --reuid=${USER_ID} --regid=${USER_ID} --clear-groups --no-new-privs --bounding-set=-all env -i "PATH=$PATH" HOME=/tmp ${variables()} "$@"; }
    as_user sh -c '! touch written 2> /dev/null'
    as_user ${entry} > /tmp/output 2>&1 &
    server=$!
    trap 'kill $server' EXIT
    until grep -q 'is ready on' /tmp/output; do kill -0 $server || { cat /tmp/output; exit 1; }; sleep 0.2; done
    cat /tmp/output
    port=$(grep -o 'is ready on http://[^ ]*' /tmp/output | grep -o '[0-9]*$')
    as_user ${health.replaceAll(':3000/', `:'"$port"'/`)}
    echo healthy
  `
  const child = spawn('unshare', ['--mount', 'bash', '-c', script], { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  const [code] = await once(child, 'close')
  t.diagnostic(`${Math.round(sizeOf(image) / 1e6)} MB in ${argumentOf('WORKDIR')}`)
  assert.equal(code, 0, output)
  assert.match(output, /^Sitesounder is ready on .+\n(?:.*\n)*healthy$/m)
  assert.equal(argumentOf('USER'), 'node')
})

/** As COPY . . does, without what .dockerignore names. */
function copyContext(to: string): void {
  const ignored = readFileSync(path.join(ROOT, '.dockerignore'), 'utf8').split('\n').filter(Boolean)
  const roots = new Set(ignored.filter(name => !name.includes('*')))
  cpSync(ROOT, to, { recursive: true, filter: source => !roots.has(path.relative(ROOT, source)) })
}

function variables(): string {
  return [...dockerfile.matchAll(/^ENV (\w+=\S+)$/gm)].map(([, variable]) => variable).join(' ')
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

function sizeOf(root: string): number {
  const files = globSync('**/*', { cwd: root, withFileTypes: true }).filter(entry => entry.isFile())
  return files.reduce((sum, { parentPath, name }) => sum + statSync(path.join(parentPath, name)).size, 0)
}
