import type { CustomizationInput, PageAction, SiteCustomizationSettings } from '@quire/contracts'

type Settings = Omit<SiteCustomizationSettings, 'socialAccounts'>

/** The settings that turn an action on by themselves, as the earlier interface does. */
const switches = {
  'external-ai': ['pageActions', 'externalAI'],
  markdown: ['pageActions', 'markdown'],
  mcp: ['pageActions', 'mcp'],
  git: ['git', 'showEditLink'],
  pdf: ['pdf', 'enabled'],
} as const satisfies Partial<Record<PageAction, readonly [string, string]>>

const switched = Object.entries(switches) as [keyof typeof switches, readonly [string, string]][]

type Fields = Readonly<Record<string, Readonly<Record<string, unknown>> | null | undefined>>
const valueAt = (settings: object, [group, key]: readonly [string, string]) => (settings as Fields)[group]?.[key]

/**
 * The actions of a page in their order. Whatever the list says, the assistant is there while it is on; an empty list shows
 * nothing at all. What was turned on by itself stands behind what the list orders.
 */
export function shownActions(settings: Settings): PageAction[] {
  const ordered = settings.pageActions.items
  if (ordered?.length === 0) return []
  const on = new Set(switched.filter(([, place]) => valueAt(settings, place)).map(([name]): PageAction => name))
  if (settings.ai.mode === 'assistant') on.add('assistant')
  const first: PageAction[] = ordered?.includes('assistant') ? ordered : ['assistant', ...(ordered ?? [])]
  return [...new Set([...first, ...switched.map(([name]) => name)])].filter((name) => on.has(name))
}

/**
 * A request's settings, in which the list of actions and what turns them on by itself say the same. The list decides, unless
 * it is the one of before and the request turns something on or off: then a client that does not know the list sent it back.
 */
export function withPageActions<Input extends CustomizationInput>(body: Input, before: Settings): Input {
  const { items } = body.pageActions ?? {}
  if (!items) return body
  const isKnown = JSON.stringify(items) === JSON.stringify(before.pageActions.items)
  const differs = ([, place]: (typeof switched)[number]) =>
    (valueAt(body, place) ?? valueAt(before, place)) !== valueAt(before, place)
  if (isKnown && switched.some(differs)) return { ...body, pageActions: { ...body.pageActions, items: null } }
  const result: Record<string, unknown> = { ...body }
  for (const [name, [group, key]] of switched)
    result[group] = { ...(result[group] as object | null | undefined), [key]: items.includes(name) }
  return result as Input
}
