import { hasCondition } from '@quire/document/plain'
import { z } from 'zod'

const text = z.union([z.string(), z.number(), z.boolean()]).transform(String)
const visibility = z.object({ visible: z.boolean() }).transform(({ visible }) => visible)
const flag = z.boolean()
/** Words that every list of pages shows, with no place for a condition. */
const shownText = text.refine((words) => !hasCondition(words))
const tag = z.union([
  text.transform((name) => ({ tag: name, primary: false })),
  z.strictObject({ tag: text, primary: z.boolean().default(false) }),
])

/** The keys of `layout`. Each is read on its own, so that a value from a newer format costs no other setting. */
const layoutKeys = {
  width: z.enum(['default', 'wide']),
  cover: z.object({
    visible: z.boolean().default(true),
    size: z.enum(['hero', 'full']).optional(),
    mask: z.enum(['none', 'radial']).optional(),
  }),
  title: visibility,
  description: visibility,
  tableOfContents: visibility,
  outline: visibility,
  pagination: visibility,
  metadata: visibility,
  tags: visibility,
  actions: visibility,
  anchors: visibility,
}

/** The known keys of front matter, in the order of the content repository format. */
const keys = {
  title: shownText.pipe(z.string().trim().min(1).max(500)),
  description: shownText,
  icon: text.pipe(z.string().max(50)),
  emoji: text.pipe(z.string().max(50)),
  hidden: flag,
  noIndex: flag,
  noRobotsIndex: flag,
  if: text.pipe(z.string().max(1024)),
  tags: z.array(tag).max(100),
  cover: z.string().min(1),
  coverY: z.number(),
  coverDark: z.string().min(1),
  vars: z.record(z.string(), text),
  layout: z.record(z.string(), z.unknown()),
}

export type KnownKey = keyof typeof keys
export type KnownLayout = { [Key in keyof typeof layoutKeys]?: z.output<(typeof layoutKeys)[Key]> }
export type KnownFrontMatter = { [Key in Exclude<KnownKey, 'layout'>]?: z.output<(typeof keys)[Key]> } & {
  layout?: KnownLayout
}

const isKnown = (key: string): key is KnownKey => Object.hasOwn(keys, key)

/** The keys that say who may see a page, with the values that hide it from all. No visitor meets the condition. */
const accessKeys = { if: 'false', hidden: true, noIndex: true, noRobotsIndex: true } as const
type AccessKey = keyof typeof accessKeys
const isAccessKey = (key: string): key is AccessKey => Object.hasOwn(accessKeys, key)
const accessKeysByName = new Map(Object.keys(accessKeys).map((key) => [key.toLowerCase(), key]))
/** Returns the access key that a name is meant to be: in any capitals, and with blanks or signs that nobody sees. */
const accessKeyOf = (name: string) => accessKeysByName.get(name.replaceAll(/[\s\p{Cf}]/gu, '').toLowerCase())
/** YAML's key for the values of another mapping, which is not read. */
const mergeKey = '<<'

/**
 * Returns the known keys that are well formed; `ignored` names the known keys that are not, those of the layout as
 * `layout.key`. An access rule that is not well formed, or in other capitals, hides the page: it was not meant for
 * everybody.
 */
export function readKnown(found: Record<string, unknown>): { known: KnownFrontMatter; ignored: string[] } {
  const known: KnownFrontMatter = {}
  const ignored: string[] = []
  for (const [name, value] of Object.entries(found)) {
    const key = name === mergeKey ? 'if' : (accessKeyOf(name) ?? name)
    if (!isKnown(key) || (key !== 'if' && (value === null || value === ''))) continue
    const parsed = keys[key].safeParse(value)
    const isWellFormed = parsed.success && parsed.data !== '' && key === name
    if (!isWellFormed) {
      ignored.push(name)
      if (isAccessKey(key)) Object.assign(known, { [key]: accessKeys[key] })
    } else if (key === 'layout') {
      const layout = readLayout(value as Record<string, unknown>)
      known.layout = layout.known
      ignored.push(...layout.ignored)
    } else if (!Object.hasOwn(known, key)) Object.assign(known, { [key]: parsed.data })
  }
  return { known, ignored }
}

/** True if front matter hides its page from some visitors, or from lists and search. */
export const hidesPage = (known: KnownFrontMatter): boolean =>
  known.if !== undefined || known.hidden === true || known.noIndex === true

/** Returns the effect of a key that is not understood, for people; empty if it is that of any other key. */
export function effectOfIgnored(name: string): string {
  const key = name === mergeKey ? 'if' : accessKeyOf(name)
  if (key === undefined) return ''
  return key === 'if' ? ', so no visitor sees the page' : `, so it counts as \`${key}: true\``
}

function readLayout(found: Record<string, unknown>): { known: KnownLayout; ignored: string[] } {
  const known: KnownLayout = {}
  const ignored: string[] = []
  for (const [key, shape] of Object.entries(layoutKeys)) {
    if (!Object.hasOwn(found, key) || found[key] === null) continue
    const parsed = shape.safeParse(found[key])
    if (parsed.success) Object.assign(known, { [key]: parsed.data })
    else ignored.push(`layout.${key}`)
  }
  return { known, ignored }
}
