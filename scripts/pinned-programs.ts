import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { natsPins } from '../deploy/embedded/src/fetch-nats.ts'

/** A program that runs beside the packages, as CycloneDX has it. */
export interface Program {
  type: 'application'
  name: string
  version?: string
  description: string
  licenses: [{ license: { id: string } }]
  hashes?: { alg: 'SHA-256' | 'SHA-512'; content: string }[]
  purl: string
}

const root = resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(resolve(root, file), 'utf8')

/** Returns what a file says by a pattern of one group or more. Throws if the file no longer says it. */
function saying(file: string, pattern: RegExp): [string, ...string[]] {
  const [, first, ...rest] = pattern.exec(read(file)) ?? []
  if (first === undefined) throw new Error(`${file} does not say ${pattern}`)
  return [first, ...rest]
}

const program = (name: string, licence: string, more: Omit<Program, 'type' | 'name' | 'licenses'>): Program => ({
  type: 'application',
  name,
  licenses: [{ license: { id: licence } }],
  ...more,
})

const inHexadecimal = (integrity: string) => Buffer.from(integrity.replace(/^sha512-/, ''), 'base64').toString('hex')

/** The Node of `npm start`, by platform, as it is fetched. */
function nodes(): Program[] {
  const pinned = [
    ...read('scripts/bootstrap.mjs').matchAll(
      /package: '(node-[\w-]+)',\s+version: '([\d.]+)',\s+integrity: '([^']+)'/g,
    ),
  ]
  if (pinned.length === 0) throw new Error('scripts/bootstrap.mjs pins no Node')
  return pinned.map(([, name = '', version = '', integrity = '']) =>
    program(name, 'MIT', {
      version,
      description: 'Node.js of npm start',
      hashes: [{ alg: 'SHA-512', content: inHexadecimal(integrity) }],
      purl: `pkg:npm/${name}@${version}`,
    }),
  )
}

/** The nats-server of `npm start`, as it is fetched: the release of the project, or the package of Debian. */
const natsServers = (): Program[] =>
  Object.entries(natsPins).flatMap(([platform, pins]) =>
    Object.entries(pins).map(([origin, { path, sha256 }]) => {
      const [, version = ''] = /v?(\d+\.\d+\.\d+[^/_]*)[/_]/.exec(path.replace('nats-server_', '')) ?? []
      const isDebian = origin === 'debian'
      return program('nats-server', 'Apache-2.0', {
        version,
        description: `nats-server of npm start on ${platform}, from ${isDebian ? 'a mirror of Debian' : 'its release'}`,
        hashes: [{ alg: 'SHA-256', content: sha256 }],
        purl: isDebian ? `pkg:deb/debian/nats-server@${version}` : `pkg:github/nats-io/nats-server@v${version}`,
      })
    }),
  )

/** The PostgreSQL of `npm start`, in packages of the lock file by platform, which have a licence of their own. */
function postgres(): Program[] {
  const { optionalDependencies }: { optionalDependencies: Record<string, string> } = JSON.parse(
    read('deploy/embedded/package.json'),
  )
  return Object.entries(optionalDependencies).map(([name, version]) => {
    const [integrity] = saying(
      'pnpm-lock.yaml',
      new RegExp(`'${name}@${version}':\\s+resolution: \\{integrity: ([^}]+)\\}`),
    )
    return program('postgresql', 'PostgreSQL', {
      version: version.replace(/-.*$/, ''),
      description: `PostgreSQL of npm start, in the package ${name}`,
      hashes: [{ alg: 'SHA-512', content: inHexadecimal(integrity) }],
      purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    })
  })
}

const licencesOfImages: Record<string, string> = { node: 'MIT', postgres: 'PostgreSQL', nats: 'Apache-2.0' }

/** The images that images and compose begin with: the platform decides the version by their tag. */
function images(): Program[] {
  const compose = read('docker-compose.yml')
  const [node] = saying('deploy/docker/Dockerfile', /^FROM (node:\S+) AS service$/m)
  const servers = ['postgres', 'nats'].map(
    (name) => new RegExp(`^ +image: (${name}:\\S+)$`, 'm').exec(compose)?.[1] ?? '',
  )
  return [node, ...servers].map((image) => {
    const [name = '', tag = ''] = image.split(':')
    const licence = licencesOfImages[name]
    if (licence === undefined) throw new Error(`no licence is known for the image ${image}`)
    return program(name, licence, {
      version: tag,
      description: `image ${image}`,
      purl: `pkg:docker/${image.replace(':', '@')}`,
    })
  })
}

/** Run as programs of their own, and changed nowhere: their licences say nothing about what starts them. */
const licencesOfDebian: Record<string, string> = { git: 'GPL-2.0-only', 'openssh-client': 'SSH-OpenSSH' }

/** The packages of Debian that the image of content installs, in the version that its release has. */
function packagesOfDebian(): Program[] {
  const [release, names = ''] = saying(
    'deploy/docker/Dockerfile',
    /^FROM node:\d+-(\w+)-slim AS service$[\s\S]*apt-get install --yes --no-install-recommends ([\w -]+) &&/m,
  )
  return names.split(' ').map((name) => {
    const licence = licencesOfDebian[name]
    if (licence === undefined) throw new Error(`no licence is known for ${name} of Debian`)
    return program(name, licence, {
      description: `package of Debian ${release}, in the image of content`,
      purl: `pkg:deb/debian/${name}?distro=${release}`,
    })
  })
}

/** Every program that runs beside the packages, from the files that pin them. Throws if one of these has an unknown one. */
export const pinnedPrograms = (): Program[] => [
  ...nodes(),
  ...natsServers(),
  ...postgres(),
  ...images(),
  ...packagesOfDebian(),
]
