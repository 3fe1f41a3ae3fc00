import { z } from 'zod'

const text = z.union([z.string(), z.number(), z.boolean()]).transform(String)
const visibility = z.object({ visible: z.boolean() }).transform(({ visible }) => visible)
const flag = z.boolean()
const tag = z.union([
  text.transform((name) => ({ tag: name, primary: false })),
  z.strictObject({ tag: text, primary: z.boolean().default(false) }),
])

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
  layout: z.object({
    width: z.enum(['default', 'wide']).optional(),
    cover: z.object({ visible: z.boolean().default(true), size: z.enum(['hero', 'full']).optional() }).optional(),
    title: visibility.optional(),
    description: visibility.optional(),
    tableOfContents: visibility.optional(),
    outline: visibility.optional(),
    pagination: visibility.optional(),
    metadata: visibility.optional(),
  }),
}

export type KnownKey = keyof typeof keys
export type KnownFrontMatter = { [Key in KnownKey]?: z.output<(typeof keys)[Key]> }
export type KnownLayout = NonNullable<KnownFrontMatter['layout']>

export const knownLayoutKeys: ReadonlySet<string> = new Set(Object.keys(keys.layout.shape))

const isKnown = (key: string): key is KnownKey => Object.hasOwn(keys, key)

/** A condition that no visitor meets. */
const neverMet = 'false'

/**
 * Returns the known keys that are well formed; `ignored` names the known keys that are not. A condition that is not well
 * formed is met by nobody: the page was not meant for everybody.
 */
export function readKnown(found: Record<string, unknown>): { known: KnownFrontMatter; ignored: KnownKey[] } {
  const known: KnownFrontMatter = {}
  const ignored: KnownKey[] = []
  for (const [key, value] of Object.entries(found)) {
    if (!isKnown(key) || (key !== 'if' && (value === null || value === ''))) continue
    const parsed = keys[key].safeParse(value)
    if (parsed.success && parsed.data !== '') Object.assign(known, { [key]: parsed.data })
    else ignored.push(key)
    if (key === 'if') known.if ??= neverMet
  }
  return { known, ignored }
}
