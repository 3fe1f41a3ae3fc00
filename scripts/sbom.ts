// npm run -s sbom [-- <file>]
// Writes the bill of materials of what runs in production, CycloneDX 1.7 with the licence of each package, to a file or the
// standard output, and the number of packages under each licence to the error stream. Exits with 1 if one is not permissive.
// Programs that run beside the packages, such as PostgreSQL and Git, are in the bill with their licences.
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pinnedPrograms } from './pinned-programs.ts'

/** Licences that let anybody use and pass on what contains the package; OFL and UFL are those of fonts. */
const permissive = new Set([
  ...['MIT', 'MIT-0', 'MIT License', 'ISC', '0BSD', 'BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0'],
  ...['BlueOak-1.0.0', 'Unlicense', 'CC0-1.0', 'CC-BY-4.0', 'Zlib', 'Python-2.0', 'PSF-2.0', 'OFL-1.1', 'UFL-1.0'],
])

/**
 * Compresses the styles of the console when that is built. MPL-2.0 asks for the source of its files where these are passed on,
 * and nothing of them is in the console, nor in an image.
 */
const builder = /^lightningcss(?:-[\w-]+)?$/

/** What pnpm writes of each package. */
interface Component {
  name: string
  version: string
  licenses?: { license?: { id?: string; name?: string }; expression?: string }[]
}

interface Materials {
  /** The whole bill, as CycloneDX's JSON. */
  bill: string
  /** A package is permissive too if it only builds what is passed on. */
  packages: { name: string; licence: string; isPermissive: boolean }[]
}

/** Reads the packages of all services, of the console and of the commands of an operator, from what is installed. */
export function materials(): Materials {
  const root = resolve(import.meta.dirname, '..')
  const pnpm = join(root, '.runtime/node_modules/pnpm/bin/pnpm.mjs')
  const filters = ['./services/*', './deploy/*', './console'].flatMap((filter) => ['--filter', filter])
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--prod', ...filters]
  const { stdout, stderr, status } = spawnSync(process.execPath, [pnpm, ...args], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 ** 2,
  })
  if (status !== 0) throw new Error(`pnpm sbom failed: ${stderr || stdout}`)
  const bill: { components: Component[] } = JSON.parse(stdout)
  const { components } = bill
  const packages = components.map(({ name, version, licenses = [] }) => {
    const licence = licenses.map(({ license, expression }) => expression ?? license?.id ?? license?.name).join(' AND ')
    const isBuilder = builder.test(name) && licence === 'MPL-2.0'
    return { name: `${name}@${version}`, licence, isPermissive: isBuilder || isPermissive(licence) }
  })
  const whole = { ...bill, components: [...components, ...pinnedPrograms()] }
  return { bill: `${JSON.stringify(whole, null, 2)}\n`, packages }
}

/** True if an SPDX expression leaves a choice that is permissive. The expressions of packages nest no deeper than that. */
function isPermissive(expression: string): boolean {
  const choices = expression.replace(/^\((.*)\)$/, '$1').split(' OR ')
  return choices.some((choice) => choice.split(' AND ').every((one) => permissive.has(one)))
}

if (import.meta.main) {
  const { bill, packages } = materials()
  const [file] = process.argv.slice(2)
  if (file) writeFileSync(file, bill)
  else process.stdout.write(bill)
  const others = packages.filter((one) => !one.isPermissive)
  for (const [licence, under] of Map.groupBy(packages, (one) => one.licence)) {
    process.stderr.write(`${String(under.length).padStart(5)}  ${licence || 'no licence'}\n`)
  }
  for (const { name, licence } of others)
    process.stderr.write(`${name} is not permissive: ${licence || 'no licence'}\n`)
  process.exitCode = others.length > 0 ? 1 : 0
}
