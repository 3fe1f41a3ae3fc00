/** What texts refer to, by ids. */
export interface Referred {
  /** Of their own revision. */
  files: Set<string>
  reusables: Set<string>
  /** Other spaces. */
  spaces: Set<string>
  /** What of specifications is shown, by their ids or slugs. */
  specs: Map<string, SpecPart[]>
}

/** A part of a specification: one method of a path, a webhook, or some schemas. */
export interface SpecPart {
  path?: string
  webhook?: string
  schemas?: readonly string[]
}

const nothing = (): Referred => ({ files: new Set(), reusables: new Set(), spaces: new Set(), specs: new Map() })

/** Lives as long as the tree is kept: to read its JSON takes longer than all else that shows it. */
const ofTrees = new WeakMap<Buffer, Referred>()

/** What a kept tree refers to is added to `found`; the tree is looked through once. */
export function addReferred(tree: Buffer, found: Referred): void {
  const own = ofTrees.get(tree) ?? referredIn([JSON.parse(tree.toString())])
  ofTrees.set(tree, own)
  for (const kind of ['files', 'reusables', 'spaces'] as const) for (const id of own[kind]) found[kind].add(id)
  for (const [spec, parts] of own.specs) found.specs.set(spec, [...(found.specs.get(spec) ?? []), ...parts])
}

/** Looks through trees for references, however deep they lie. */
export function referredIn(trees: unknown[]): Referred {
  const found = nothing()
  const waiting = [...trees]
  while (waiting.length > 0) {
    const value = waiting.pop()
    if (typeof value !== 'object' || value === null) continue
    if (!Array.isArray(value)) note(value as Record<string, unknown>, found)
    for (const part of Object.values(value)) waiting.push(part)
  }
  return found
}

function note({ kind, file, reusableContent, space, data }: Record<string, unknown>, found: Referred): void {
  if (kind === 'file' && typeof file === 'string') found.files.add(file)
  if (kind === 'reusable-content' && typeof reusableContent === 'string' && space === undefined)
    found.reusables.add(reusableContent)
  if (typeof kind === 'string' && typeof space === 'string') found.spaces.add(space)
  const { ref, path, name, schemas } = Object(data)
  if (ref?.kind !== 'openapi' || typeof ref.spec !== 'string') return
  const parts = found.specs.get(ref.spec) ?? []
  found.specs.set(ref.spec, parts)
  if (typeof path === 'string') parts.push({ path })
  else if (Array.isArray(schemas)) parts.push({ schemas: schemas.filter((one) => typeof one === 'string') })
  else if (typeof name === 'string') parts.push({ webhook: name })
}
