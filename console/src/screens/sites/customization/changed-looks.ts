import type { SiteCustomizationSettings } from '@quire/contracts'

type Settings = SiteCustomizationSettings
type Changes = Record<string, unknown>

/** Settings that are replaced as a whole; all others are groups of settings. */
const single: ReadonlySet<string> = new Set<keyof Settings>(['title', 'favicon', 'announcement', 'socialAccounts'])

/** Returns the settings that differ, since all others stay, or follow the site in a space of it; null stands for none. */
export function changedLooks(saved: Settings, form: Settings): Changes {
  return changes(saved, form, (name, before, after) =>
    single.has(name) ? after : changes(before as object, after as object, (_, _before, value) => value),
  )
}

function changes(
  saved: object,
  form: object,
  changeOf: (name: string, before: unknown, after: unknown) => unknown,
): Changes {
  const [before, after] = [saved as Changes, form as Changes]
  const names = Object.keys({ ...before, ...after })
  return Object.fromEntries(
    names
      .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
      .map((name) => [name, after[name] === undefined ? null : changeOf(name, before[name], after[name])]),
  )
}
