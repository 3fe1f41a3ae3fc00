import type { Root } from '../trees/tree-nodes.ts'
import type { FileEntry, Roots } from './revision-entries.ts'

/** A reference from a revision's maps to data outside of them: a text by hash, or the bytes of a file by name. */
export interface ExternalReference {
  kind: 'document' | 'blob'
  name: string
}

type ValueIn<Map> = Map extends Root<infer Value> ? Value : never

/** Returns the external references of a value of each map. Must be complete: the sweep removes unreferenced data. */
export const externalReferences: { [Map in keyof Roots]: (value: ValueIn<Roots[Map]>) => ExternalReference[] } = {
  pages: ({ document }) => text(document),
  slugs: () => [],
  children: () => [],
  files: bytes,
  reusables: ({ document }) => text(document),
  conflicts: (conflicts) =>
    conflicts
      .filter(({ kind }) => kind === 'file')
      .flatMap(({ main, changeRequest }) => [main, changeRequest].filter(isFile).flatMap(bytes)),
}

function text(document: string | null): ExternalReference[] {
  return document === null ? [] : [{ kind: 'document', name: document }]
}

function bytes({ blob }: Pick<FileEntry, 'blob'>): ExternalReference[] {
  return [{ kind: 'blob', name: blob }]
}

const isFile = (value: unknown): value is Pick<FileEntry, 'blob'> => typeof Object(value).blob === 'string'
