import { parseEnv } from 'node:util'

/** The new text of a service's environment file, and the variables whose value differs from the one in `made`. */
interface MergedEnvironment {
  text: string
  differing: string[]
}

/**
 * Adds the variables of `made` that `existing` lacks, each on its own line. Existing lines stay unchanged: operators add
 * credentials and change addresses in this file, and nothing else stores those.
 */
export function mergeEnvironment(existing: string, made: Record<string, string>): MergedEnvironment {
  const known = parseEnv(existing)
  const missing = Object.entries(made).filter(([name]) => known[name] === undefined)
  const separator = existing === '' || existing.endsWith('\n') ? '' : '\n'
  return {
    text: existing + separator + missing.map(([name, value]) => `${name}=${value}\n`).join(''),
    differing: Object.keys(made).filter((name) => known[name] !== undefined && known[name] !== made[name]),
  }
}
