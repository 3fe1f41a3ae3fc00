import type { Root } from '../trees/tree-nodes.ts'
import type { FileEntry, GitOrigin, Roots } from './revision-entries.ts'

/** A reference from a revision's maps to data outside of them: a text by hash, or the bytes of a file by name. */
export interface ExternalReference {
  kind: 'document' | 'blob'
  name: string
}

type ValueIn<Map> = Map extends Root<infer Value> ? Value : never

/** Returns the external references of a value of each map. Must be complete: the sweep removes unreferenced data. */
export const externalReferences: { [Map in keyof Roots]: (value: ValueIn<Roots[Map]>) => ExternalReference[] } = {
  pages: textsOf,
  slugs: () => [],
  children: () => [],
  files: bytes,
  reusables: textsOf,
  sources: ({ source, written }) => [...text(source), ...text(written)],
  conflicts: (conflicts) =>
    conflicts
      .filter(({ kind }) => kind === 'file')
      .flatMap(({ main, changeRequest }) => [main, changeRequest].filter(isFile).flatMap(bytes)),
}

function textsOf({ document, git }: { document: string | null; git?: GitOrigin }): ExternalReference[] {
  return [...text(document), ...text(git?.source ?? null), ...text(git?.imported ?? null)]
}

function text(document: string | null): ExternalReference[] {
  return document === null ? [] : [{ kind: 'document', name: document }]
}

function bytes({ blob }: Pick<FileEntry, 'blob'>): ExternalReference[] {
  return [{ kind: 'blob', name: blob }]
}

const isFile = (value: unknown): value is Pick<FileEntry, 'blob'> => typeof Object(value).blob === 'string'
