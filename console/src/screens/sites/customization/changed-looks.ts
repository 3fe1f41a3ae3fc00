import type { SiteCustomizationSettings } from '@quire/contracts'

type Settings = SiteCustomizationSettings
type Values = Record<string, unknown>

/** Settings by their paths, such as `header.logo`; null stands for none. */
export type LooksByPath = Values

/** Settings that are replaced as a whole; all others are groups of settings. */
const single: ReadonlySet<string> = new Set<keyof Settings>(['title', 'favicon', 'announcement', 'socialAccounts'])
const innerGroups: ReadonlySet<string> = new Set(['styling.sidebar', 'styling.codeTheme'])

const isGroup = (path: string) => (path.includes('.') ? innerGroups.has(path) : !single.has(path))

/** Returns each setting by its path, without the groups around it: the settings of a group change one by one. */
export function flatLooks(settings: object, group = ''): LooksByPath {
  const entries = Object.entries(settings).flatMap(([name, value]) => {
    const path = group + name
    return isGroup(path) ? Object.entries(flatLooks(value ?? {}, `${path}.`)) : [[path, value ?? null] as const]
  })
  return Object.fromEntries(entries)
}

/** Returns the settings that differ. */
export function changedLooks(before: Settings, after: Settings): LooksByPath {
  const [old, now] = [flatLooks(before), flatLooks(after)]
  const names = Object.keys({ ...old, ...now })
  const changed = names.filter((name) => JSON.stringify(old[name] ?? null) !== JSON.stringify(now[name] ?? null))
  return Object.fromEntries(changed.map((name) => [name, now[name] ?? null]))
}

/** Returns the settings in their groups, as a request that changes them alone has them. */
export function groupedLooks(looks: LooksByPath): Values {
  const grouped: Values = {}
  for (const [path, value] of Object.entries(looks)) put(grouped, path.split('.'), value)
  return grouped
}

/** Returns the settings with these changes. */
export function withLooks(settings: Settings, changes: LooksByPath): Settings {
  const changed: Settings = structuredClone(settings)
  for (const [path, value] of Object.entries(changes)) put(changed, path.split('.'), value ?? undefined)
  return changed
}

function put(within: Values, [name = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) within[name] = value
  else {
    within[name] ??= {}
    put(within[name] as Values, rest, value)
  }
}
