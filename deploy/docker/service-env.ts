import { parseEnv } from 'node:util'

/** The new text of a service's environment file, and the variables that keep another value than the one in `made`. */
interface KeptEnvironment {
  text: string
  differing: string[]
}

/**
 * Adds the variables of `made` that `existing` lacks, as lines of their own. Every line that is there stays: operators
 * add credentials and change addresses in this file, and nothing else keeps those.
 */
export function keepEnvironment(existing: string, made: Record<string, string>): KeptEnvironment {
  const known = parseEnv(existing)
  const missing = Object.entries(made).filter(([name]) => known[name] === undefined)
  const separator = existing === '' || existing.endsWith('\n') ? '' : '\n'
  return {
    text: existing + separator + missing.map(([name, value]) => `${name}=${value}\n`).join(''),
    differing: Object.keys(made).filter((name) => known[name] !== undefined && known[name] !== made[name]),
  }
}
