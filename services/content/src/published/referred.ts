/** The ids of what texts refer to in their own revision. */
export interface Referred {
  files: Set<string>
  reusables: Set<string>
}

/** Looks through trees for references, however deep they lie; what is found is added to `found`. */
export function referredIn(trees: unknown[], found: Referred = { files: new Set(), reusables: new Set() }): Referred {
  const waiting = [...trees]
  while (waiting.length > 0) {
    const value = waiting.pop()
    if (typeof value !== 'object' || value === null) continue
    const { kind, file, reusableContent, space } = value as Record<string, unknown>
    if (kind === 'file' && typeof file === 'string') found.files.add(file)
    else if (kind === 'reusable-content' && typeof reusableContent === 'string' && space === undefined)
      found.reusables.add(reusableContent)
    else for (const part of Object.values(value)) waiting.push(part)
  }
  return found
}
