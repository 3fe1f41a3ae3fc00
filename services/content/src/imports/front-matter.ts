import { z } from 'zod'

const text = z.union([z.string(), z.number(), z.boolean()]).transform(String)
const shown = z.object({ visible: z.boolean() }).transform(({ visible }) => visible)

/** What a page says of itself in the lines above its text, as the content repository format has it. */
const attributes = {
  title: text,
  description: text,
  icon: text,
  emoji: text,
  hidden: z.boolean(),
  noIndex: z.boolean(),
  noRobotsIndex: z.boolean(),
  cover: z.string(),
  coverY: z.number(),
  vars: z.record(z.string(), text),
  layout: z.object({
    width: z.enum(['default', 'wide']).optional(),
    cover: z.object({ visible: z.boolean().default(true), size: z.enum(['hero', 'full']).optional() }).optional(),
    title: shown.optional(),
    description: shown.optional(),
    tableOfContents: shown.optional(),
    outline: shown.optional(),
    pagination: shown.optional(),
    metadata: shown.optional(),
  }),
}

export type FrontMatter = { [Name in keyof typeof attributes]?: z.output<(typeof attributes)[Name]> }

const Attributes = z.object(attributes).partial()

/** The attributes that are known and well formed; `ignored` names those that are known and are not. */
export function readAttributes(found: Record<string, unknown>): { frontMatter: FrontMatter; ignored: string[] } {
  const given = Object.fromEntries(Object.entries(found).filter(([, value]) => value !== null))
  const parsed = Attributes.safeParse(given)
  if (parsed.success) return { frontMatter: parsed.data, ignored: [] }
  const ignored = [...new Set(parsed.error.issues.map(({ path }) => String(path[0])))]
  const rest = Object.fromEntries(Object.entries(given).filter(([name]) => !ignored.includes(name)))
  return { frontMatter: Attributes.parse(rest), ignored }
}
