import { existsSync, readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { Settings } from '../deploy/embedded/src/start-settings.ts'
import { BaseConfig, DatabaseConfig } from '../libs/kit/src/index.ts'
import { AiConfig } from '../services/ai/src/app.ts'
import { ContentConfig } from '../services/content/src/app.ts'
import { GatewayConfig } from '../services/gateway/src/config.ts'
import { IdentityConfig } from '../services/identity/src/app.ts'
import { SitesConfig } from '../services/sites/src/app.ts'
import { type Generated, withGenerated } from './generated-file.ts'

const file = resolve(import.meta.dirname, '../docs/reference/configuration.md')

interface Variable {
  description?: string | undefined
  safeParse(value: unknown): { success: boolean; data?: unknown }
}
type Variables = Record<string, Variable>

/** Headings with their variables; `without` holds the variables that another section documents in the same words. */
const sections: { heading: string; variables: Variables; without?: Variables }[] = [
  { heading: 'npm start', variables: Settings.in.shape },
  { heading: 'Every service', variables: BaseConfig.shape },
  { heading: 'Services with a database', variables: DatabaseConfig.shape, without: BaseConfig.shape },
  { heading: 'gateway', variables: GatewayConfig.shape, without: BaseConfig.shape },
  { heading: 'identity', variables: IdentityConfig.shape, without: DatabaseConfig.shape },
  { heading: 'content', variables: ContentConfig.shape, without: DatabaseConfig.shape },
  { heading: 'sites', variables: SitesConfig.shape, without: DatabaseConfig.shape },
  { heading: 'ai', variables: AiConfig.shape, without: DatabaseConfig.shape },
]

/** docs/reference/configuration.md with every variable, its default and its description, from the schemas. */
export function referenceConfiguration(): Generated {
  return withGenerated(file, 'configuration', sections.map(section).join('\n\n'))
}

/** Names that only commands read. */
const ofCommands = ['BACKUPS_KEPT', 'BACKUP_PASSPHRASE', 'DATABASE_URL', 'QUIRE_TOKEN', 'QUIRE_URL']

/** Names that docker-compose.yml reads from `.env`, which it passes on to the services. */
const ofCompose = () =>
  [...readFileSync(resolve(import.meta.dirname, '../docker-compose.yml'), 'utf8').matchAll(/\$\{([A-Z_]+)/g)].flatMap(
    ([, name]) => name ?? [],
  )

/** The names of all settings, by which processes notice misspelt ones. */
export function knownVariables(): Generated {
  const file = resolve(import.meta.dirname, '../libs/kit/src/settings/known-variables.json')
  const ofServices = sections.flatMap(({ variables }) => Object.keys(variables))
  const names = new Set([...ofServices, ...ofCommands, ...ofCompose()])
  const wanted = `${JSON.stringify([...names].toSorted(), undefined, 2)}\n`
  return { file, present: existsSync(file) ? readFileSync(file, 'utf8') : '', wanted }
}

function section({ heading, variables, without = {} }: (typeof sections)[number]): string {
  const rows = Object.entries(variables).map(([name, variable]) => rowOf(name, variable))
  const others = new Set(Object.entries(without).map(([name, variable]) => rowOf(name, variable)))
  const own = rows.filter((row) => !others.has(row))
  return [`## ${heading}`, '', '| variable | default | meaning |', '|---|---|---|', ...own].join('\n')
}

function rowOf(name: string, variable: Variable): string {
  if (!variable.description) throw new Error(`${name} has no description: add .describe(…) to its schema`)
  return `| \`${name}\` | ${defaultOf(variable)} | ${variable.description.replaceAll('|', '\\|')} |`
}

function defaultOf(variable: Variable): string {
  const { success, data } = variable.safeParse(undefined)
  if (!success) return 'required'
  if (typeof data !== 'number' && typeof data !== 'string' && typeof data !== 'boolean') return 'none'
  return `\`${withoutRoot(data)}\``
}

/** Folders are resolved against the folder in which the system starts. */
const withoutRoot = (value: string | number | boolean) =>
  typeof value === 'string' && value.startsWith('/') ? relative(process.cwd(), value) : value
