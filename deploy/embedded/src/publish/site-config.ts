import { readFile, stat } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
// yaml (ISC) reads configurations of imports already; it bounds aliases and names lines.
import { parseDocument } from 'yaml'
import { z } from 'zod'

const names = ['docs.yaml', 'gitbook-docs.yaml']
const maxCharacters = 256 * 1024
const maxDepth = 5

const Key = z.string().min(1).max(200)
const Segment = z
  .string()
  .max(100)
  .regex(/^[^/.][^/]*$/, 'must be text without slashes that does not begin with a dot')
const common = { key: Key, title: z.string(), path: Segment.optional(), default: z.boolean().default(false) }
const Icon = z.string().max(50).optional()

const SpaceEntry = z.object({
  ...common,
  type: z.literal('space'),
  title: z.string().min(1).max(50),
  content: z.object({ directory: z.string().min(1).nullable(), language: z.string().max(10).optional() }),
})
const Section = z.object({
  ...common,
  type: z.literal('section'),
  title: z.string().min(2).max(128),
  icon: Icon,
  description: z.string().max(256).optional(),
  children: z.array(SpaceEntry).min(1).max(1000),
})
const Group = z.object({
  type: z.enum(['group', 'section-group']),
  key: Key,
  title: z.string().min(1).max(100),
  icon: Icon,
  get children() {
    return z.array(Entry).min(1).max(200)
  },
})
const Entry: z.ZodDiscriminatedUnion<[typeof SpaceEntry, typeof Section, typeof Group]> = z.discriminatedUnion('type', [
  SpaceEntry,
  Section,
  Group,
])
const Config = z.object({
  site: z.object({ title: z.string().min(2).max(128), structure: z.array(Entry).min(1).max(300) }),
})

/** A space of a site, made from a directory; null for a space that lies elsewhere. */
export type SpaceEntry = z.output<typeof SpaceEntry>
/** A section, with its spaces. */
export type SectionEntry = z.output<typeof Section>
export type GroupEntry = z.output<typeof Group>
export type StructureEntry = SpaceEntry | SectionEntry | GroupEntry

/** The site that a folder describes. */
export interface SiteConfig {
  title: string
  /** Spaces alone, or sections and groups, in which a space beside them is a section of its own. */
  structure: StructureEntry[]
  /** Parts of the file that have no effect, in words. */
  ignored: string[]
}

/**
 * Reads the `docs.yaml` of a folder, also called `gitbook-docs.yaml`; undefined without one. Throws one line that names
 * the entry at fault.
 */
export async function readSiteConfig(source: string): Promise<SiteConfig | undefined> {
  for (const name of names) {
    const text = await readFile(join(source, name), 'utf8').catch(() => undefined)
    if (text !== undefined) return await configIn(name, text, source)
  }
  return undefined
}

async function configIn(name: string, text: string, source: string): Promise<SiteConfig> {
  if (text.length > maxCharacters) throw new Error(`${name} is longer than ${maxCharacters} characters.`)
  const document = parseDocument(text, { schema: 'core' })
  const [problem] = document.errors
  if (problem) throw new Error(`${name}: ${problem.message.split('\n')[0]?.replace(/:$/, '')}`)
  const found: unknown = document.toJS({ maxAliasCount: 10 })
  requireShallow(name, found)
  const parsed = Config.safeParse(found)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new Error(`${name}: ${wordsOf(issue?.path ?? [])}: ${issue?.message}`)
  }
  const { title, structure } = parsed.data.site
  requireDistinct(name, structure, 'structure')
  for (const entry of spacesIn(structure)) await requireDirectory(name, entry, source)
  const isFlat = structure.every(({ type }) => type === 'space')
  return {
    title,
    structure: isFlat ? structure : withSections(structure),
    ignored: unknownIn(found, parsed.data, name),
  }
}

/** A structure without end would exhaust the stack. */
function requireShallow(name: string, value: unknown, depth = 0): void {
  if (depth > 4 * maxDepth) throw new Error(`${name}: site.structure is nested too deep.`)
  for (const one of typeof value === 'object' && value !== null ? Object.values(value) : [])
    requireShallow(name, one, depth + 1)
}

const wordsOf = (path: readonly PropertyKey[]) =>
  path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '')

/** Returns every space of a structure. */
export const spacesIn = (structure: readonly StructureEntry[]): SpaceEntry[] =>
  structure.flatMap((entry) => (entry.type === 'space' ? [entry] : spacesIn(entry.children)))

function requireDistinct(name: string, structure: readonly StructureEntry[], where: string): void {
  const keys = new Set<string>()
  const visit = (entries: readonly StructureEntry[], place: string, depth: number) => {
    if (depth > maxDepth) throw new Error(`${name}: ${place} lies more than ${maxDepth} groups deep.`)
    if (entries.filter((entry) => 'default' in entry && entry.default).length > 1)
      throw new Error(`${name}: ${place} has two defaults.`)
    for (const { key, ...entry } of entries) {
      if (keys.has(key)) throw new Error(`${name}: the key "${key}" is there twice.`)
      keys.add(key)
      if ('children' in entry) visit(entry.children, `"${key}"`, depth + (entry.type === 'section' ? 0 : 1))
    }
  }
  visit(structure, where, 0)
  const sections = sectionsIn(structure)
  requirePaths(name, sections.length > 0 ? sections : spacesIn(structure), where)
  for (const { key, children } of sections) requirePaths(name, children, `"${key}"`)
}

/** Addresses that differ only in case are the same. */
function requirePaths(name: string, entries: readonly { path?: string | undefined }[], where: string): void {
  const paths = entries.flatMap(({ path }) => path?.toLowerCase() ?? [])
  const twice = paths.find((path, at) => paths.indexOf(path) !== at)
  if (twice !== undefined) throw new Error(`${name}: the path "${twice}" is there twice in ${where}.`)
}

/** Returns every section of a structure. */
export const sectionsIn = (structure: readonly StructureEntry[]): SectionEntry[] =>
  structure.flatMap((entry) =>
    entry.type === 'section' ? [entry] : entry.type === 'space' ? [] : sectionsIn(entry.children),
  )

async function requireDirectory(name: string, { key, content: { directory } }: SpaceEntry, source: string) {
  if (directory === null) return
  const at = resolve(source, directory)
  if (relative(source, at).startsWith('..')) throw new Error(`${name}: the directory of "${key}" lies outside.`)
  const found = await stat(at).catch(() => undefined)
  if (!found?.isDirectory()) throw new Error(`${name}: the directory of "${key}", ${directory}, does not exist.`)
}

/** Within sections and groups, a space beside them is the only one of a section of its own. */
function withSections(structure: readonly StructureEntry[]): StructureEntry[] {
  return structure.map((entry) => {
    if (entry.type === 'section') return entry
    if (entry.type !== 'space') return { ...entry, children: withSections(entry.children) }
    const { key, title, path, default: isDefault } = entry
    return { type: 'section', key, title, path, default: isDefault, children: [entry] }
  })
}

/** Names the attributes that were read and have no place. */
function unknownIn(found: unknown, parsed: unknown, name: string, path: readonly PropertyKey[] = []): string[] {
  if (typeof found !== 'object' || found === null || typeof parsed !== 'object' || parsed === null) return []
  return Object.entries(found).flatMap(([key, value]) => {
    const at = [...path, Array.isArray(found) ? Number(key) : key]
    if (Object.hasOwn(parsed, key)) return unknownIn(value, Reflect.get(parsed, key), name, at)
    return key === '$schema' ? [] : [`${name}: ${wordsOf(at)} has no effect here`]
  })
}
