import { z } from 'zod'

const text = z.union([z.string(), z.number(), z.boolean()]).transform(String)
const visibility = z.object({ visible: z.boolean() }).transform(({ visible }) => visible)
const flag = z.boolean()
const tag = z.union([
  text.transform((name) => ({ tag: name, primary: false })),
  z.strictObject({ tag: text, primary: z.boolean().default(false) }),
])

/** The keys of `layout`. Each is read on its own, so that a value from a newer format costs no other setting. */
const layoutKeys = {
  width: z.enum(['default', 'wide']),
  cover: z.object({ visible: z.boolean().default(true), size: z.enum(['hero', 'full']).optional() }),
  title: visibility,
  description: visibility,
  tableOfContents: visibility,
  outline: visibility,
  pagination: visibility,
  metadata: visibility,
}

/** The known keys of front matter, in the order of the content repository format. */
const keys = {
  title: text.pipe(z.string().trim().min(1).max(500)),
  description: text,
  icon: text.pipe(z.string().max(50)),
  emoji: text.pipe(z.string().max(50)),
  hidden: flag,
  noIndex: flag,
  noRobotsIndex: flag,
  if: text.pipe(z.string().max(1024)),
  tags: z.array(tag).max(100),
  cover: z.string().min(1),
  coverY: z.number(),
  vars: z.record(z.string(), text),
  layout: z.record(z.string(), z.unknown()),
}

export type KnownKey = keyof typeof keys
export type KnownLayout = { [Key in keyof typeof layoutKeys]?: z.output<(typeof layoutKeys)[Key]> }
export type KnownFrontMatter = { [Key in Exclude<KnownKey, 'layout'>]?: z.output<(typeof keys)[Key]> } & {
  layout?: KnownLayout
}

const isKnown = (key: string): key is KnownKey => Object.hasOwn(keys, key)

/** A condition that no visitor meets. */
const neverMet = 'false'

/**
 * Returns the known keys that are well formed; `ignored` names the known keys that are not, those of the layout as
 * `layout.key`. A condition that is not well formed is met by nobody: the page was not meant for everybody.
 */
export function readKnown(found: Record<string, unknown>): { known: KnownFrontMatter; ignored: string[] } {
  const known: KnownFrontMatter = {}
  const ignored: string[] = []
  for (const [key, value] of Object.entries(found)) {
    if (!isKnown(key) || (key !== 'if' && (value === null || value === ''))) continue
    const parsed = keys[key].safeParse(value)
    if (!parsed.success || parsed.data === '') ignored.push(key)
    else if (key === 'layout') {
      const layout = readLayout(value as Record<string, unknown>)
      known.layout = layout.known
      ignored.push(...layout.ignored)
    } else Object.assign(known, { [key]: parsed.data })
    if (key === 'if') known.if ??= neverMet
  }
  return { known, ignored }
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
