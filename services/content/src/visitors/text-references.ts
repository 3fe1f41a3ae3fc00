/** The references of texts, by id. */
export interface TextReferences {
  /** Files of the same revision. */
  files: Set<string>
  /** Reusable contents of the same revision. */
  reusables: Set<string>
  /** Other spaces. */
  spaces: Set<string>
  /** Pages, by id; pages of other spaces by the ids of space and page with a slash between them. */
  pages: Set<string>
  /** The parts of specifications that the texts present, by id or slug of the specification. */
  specs: Map<string, SpecPart[]>
  /** The parts of specifications in files of the same revision, by the id of the file. */
  fileSpecs: Map<string, SpecPart[]>
}

/** A part of a specification: one method of a path, a webhook, or some schemas. */
export interface SpecPart {
  path?: string
  webhook?: string
  schemas?: readonly string[]
}

const noReferences = (): TextReferences => ({
  files: new Set(),
  reusables: new Set(),
  spaces: new Set(),
  pages: new Set(),
  specs: new Map(),
  fileSpecs: new Map(),
})

/** Holds the references of a tree as long as the tree is cached: parsing its JSON would dominate the cost of a page. */
const cachedReferences = new WeakMap<Buffer, TextReferences>()

/** Adds the references of a cached tree to `found`; each tree is searched once. */
export function addReferences(tree: Buffer, found: TextReferences): void {
  const own = cachedReferences.get(tree) ?? referencesIn([JSON.parse(tree.toString())])
  cachedReferences.set(tree, own)
  for (const kind of ['files', 'reusables', 'spaces', 'pages'] as const) for (const id of own[kind]) found[kind].add(id)
  for (const kind of ['specs', 'fileSpecs'] as const)
    for (const [spec, parts] of own[kind]) found[kind].set(spec, [...(found[kind].get(spec) ?? []), ...parts])
}

/** Collects the references of trees, at any depth, in the order in which the texts have them. */
export function referencesIn(trees: unknown[]): TextReferences {
  const found = noReferences()
  const waiting = trees.toReversed()
  while (waiting.length > 0) {
    const value = waiting.pop()
    if (typeof value !== 'object' || value === null) continue
    if (!Array.isArray(value)) addReference(value as Record<string, unknown>, found)
    for (const part of Object.values(value).reverse()) waiting.push(part)
  }
  return found
}

function addReference(
  { kind, file, page, reusableContent, space, data }: Record<string, unknown>,
  found: TextReferences,
): void {
  if (kind === 'file' && typeof file === 'string') found.files.add(file)
  if (kind === 'reusable-content' && typeof reusableContent === 'string' && space === undefined)
    found.reusables.add(reusableContent)
  if (typeof kind === 'string' && typeof space === 'string') found.spaces.add(space)
  if ((kind === 'page' || kind === 'anchor') && typeof page === 'string')
    found.pages.add(typeof space === 'string' ? `${space}/${page}` : page)
  const { ref, path, method, name, schemas } = Object(data)
  if (ref?.kind === 'file' && typeof ref.file === 'string' && typeof path === 'string' && typeof method === 'string') {
    const paths = found.fileSpecs.get(ref.file) ?? []
    found.fileSpecs.set(ref.file, paths)
    paths.push({ path })
  }
  if (ref?.kind !== 'openapi' || typeof ref.spec !== 'string') return
  const parts = found.specs.get(ref.spec) ?? []
  found.specs.set(ref.spec, parts)
  if (typeof path === 'string') parts.push({ path })
  else if (Array.isArray(schemas)) parts.push({ schemas: schemas.filter((one) => typeof one === 'string') })
  else if (typeof name === 'string') parts.push({ webhook: name })
}
