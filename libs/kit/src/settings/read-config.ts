import { shownValue } from '@quire/secrets/shown-value'
import type { ZodType, z } from 'zod'
import { describeIssue } from '../describe-issue.ts'
import { unknownVariables } from './unknown-variables.ts'

/** Something wrong about a variable, beyond what its own value says. */
export interface ConfigProblem {
  variable: string
  /** The end of a sentence that begins with the variable. */
  message: string
  /** True if a process works with it all the same. */
  isWarning?: boolean
}

/** Looks at valid settings together, and at variables that libraries read from the environment. */
export type ConfigCheck<Config> = (config: Config, env: NodeJS.ProcessEnv) => ConfigProblem[]

/** What is wrong with an environment, one line for each variable; a process with errors does not start. */
interface ConfigReport<Config> {
  /** Undefined if a variable has no valid value. */
  config: Config | undefined
  errors: string[]
  warnings: string[]
}

/** Checks the environment of a process. An empty variable counts as one that is not set. */
export function checkConfig<Schema extends ZodType>(
  schema: Schema,
  env: NodeJS.ProcessEnv,
  check: ConfigCheck<z.output<Schema>> = () => [],
): ConfigReport<z.output<Schema>> {
  const given = withoutEmpty(env)
  const result = schema.safeParse(given, { error: describeIssue })
  const issues = result.error?.issues ?? []
  const wrong = issues.map(({ path, code, message }) => {
    const variable = path.join('.')
    const isMissing = code !== 'custom' && given[variable] === undefined
    return { variable, message: isMissing ? 'is required' : message }
  })
  const problems: ConfigProblem[] = [...wrong, ...(result.success ? check(result.data, given) : [])]
  const linesOf = (isWarning: boolean) =>
    problems.filter((one) => Boolean(one.isWarning) === isWarning).map((one) => lineOf(one, given))
  return { config: result.data, errors: linesOf(false), warnings: linesOf(true) }
}

/** Reads the environment; throws one line that names each wrong variable with its value, unless that may be a secret. */
export function loadConfig<Schema extends ZodType>(
  schema: Schema,
  env: NodeJS.ProcessEnv,
  check?: ConfigCheck<z.output<Schema>>,
): z.output<Schema> {
  const { config, errors } = checkConfig(schema, env, check)
  if (errors.length > 0) throw new Error(`Configuration: ${errors.join('; ')}`)
  return config as z.output<Schema>
}

/** Returns a line for each variable that looks like a misspelt setting; only those like one of `names` if that is given. */
export function misspeltVariables(env: NodeJS.ProcessEnv, names?: readonly string[]): string[] {
  return unknownVariables(env)
    .filter(({ nearest }) => !names || (nearest !== undefined && names.includes(nearest)))
    .map(
      ({ name, nearest }) =>
        `${name}: is not a setting${nearest ? `; did you mean ${nearest}?` : ', and has no effect'}`,
    )
}

const withoutEmpty = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))

function lineOf({ variable, message }: ConfigProblem, env: NodeJS.ProcessEnv): string {
  const value = env[variable]
  const shown = value === undefined ? undefined : shownValue(variable, value)
  return `${variable}: ${message}${shown === undefined ? '' : ` (it is ${JSON.stringify(shown)})`}`
}
