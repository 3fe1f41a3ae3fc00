import type { CustomizationInput, PageAction, SiteCustomizationSettings } from '@quire/contracts'

type Settings = Omit<SiteCustomizationSettings, 'socialAccounts'>

/** The settings that turn single actions on, as in the earlier interface. */
const switches = {
  'external-ai': ['pageActions', 'externalAI'],
  markdown: ['pageActions', 'markdown'],
  mcp: ['pageActions', 'mcp'],
  pdf: ['pdf', 'enabled'],
} as const satisfies Partial<Record<PageAction, readonly [string, string]>>

const switched = Object.entries(switches) as [keyof typeof switches, readonly [string, string]][]

type Fields = Readonly<Record<string, Readonly<Record<string, unknown>> | null | undefined>>
const valueAt = (settings: object, [group, key]: readonly [string, string]) => (settings as Fields)[group]?.[key]

/**
 * Returns the actions of a page in order. The assistant is present while it is on, whether or not the list has it; an
 * empty list shows nothing at all. Actions that are on without being in the list come last.
 */
export function visibleActions(settings: Settings): PageAction[] {
  const ordered = settings.pageActions.items
  if (ordered?.length === 0) return []
  const on = new Set(switched.filter(([, path]) => valueAt(settings, path)).map(([name]): PageAction => name))
  if (settings.ai.mode === 'assistant') on.add('assistant')
  const first: PageAction[] = ordered?.includes('assistant') ? ordered : ['assistant', ...(ordered ?? [])]
  return [...new Set([...first, ...switched.map(([name]) => name)])].filter((name) => on.has(name))
}

/**
 * Returns the settings of a request in which the list of actions and the single switches agree. The list decides,
 * unless it equals the previous one and the request turns a switch: then the client does not know the list and has sent
 * it back.
 */
export function withPageActions<Input extends CustomizationInput>(body: Input, before: Settings): Input {
  const { items } = body.pageActions ?? {}
  if (!items) return body
  const isKnown = JSON.stringify(items) === JSON.stringify(before.pageActions.items)
  const differs = ([, path]: (typeof switched)[number]) =>
    (valueAt(body, path) ?? valueAt(before, path)) !== valueAt(before, path)
  if (isKnown && switched.some(differs)) return { ...body, pageActions: { ...body.pageActions, items: null } }
  const result: Record<string, unknown> = { ...body }
  for (const [name, [group, key]] of switched)
    result[group] = { ...(result[group] as object | null | undefined), [key]: items.includes(name) }
  return result as Input
}
